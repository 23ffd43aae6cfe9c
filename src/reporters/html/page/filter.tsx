interface BoxProps {
  /** The name in the URL's query. */
  readonly name: string;
  readonly label: string;
  /** The label of each chip, and the word that it adds. */
  readonly chips: readonly (readonly [words: string, filter: string])[];
  /** The id of the filtered element. */
  readonly target: string;
}

/** Chips and a text box. Hidden until the page's script runs. */
export function FilterBox({ name, label, chips, target }: BoxProps) {
  return (
    <div class="filter" data-filter={target} hidden>
      <label for={`filter-${name}`}>{label}</label>
      {chips.map(([words, filter]) => (
        <button key={filter} type="button" class="chip" data-word={filter} aria-pressed="false">
          {words}
        </button>
      ))}
      <input
        id={`filter-${name}`}
        name={name}
        type="search"
        autocomplete="off"
        spellcheck={false}
        placeholder="or type words; !word excludes"
      />
      <output for={`filter-${name}`} />
    </div>
  );
}
