interface Props {
  /** The name in the URL's query. */
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** The id of what is filtered. */
  readonly target: string;
}

/** Hidden until the page's script can filter. */
export function FilterBox({ name, label, hint, target }: Props) {
  return (
    <div class="filter" data-filter={target} hidden>
      <label for={`filter-${name}`}>{label}</label>
      <input
        id={`filter-${name}`}
        name={name}
        type="search"
        autocomplete="off"
        spellcheck={false}
        aria-describedby={`hint-${name}`}
      />
      <span id={`hint-${name}`} class="hint">
        {hint}
      </span>
      <output for={`filter-${name}`} />
    </div>
  );
}
