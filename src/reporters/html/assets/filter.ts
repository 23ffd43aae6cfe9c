/** A filter box for the element of its `data-filter`: words, tags like `s:failed`, `!` excludes. The URL's query contains the filter. */
export function filterBy(box: HTMLElement) {
  const input = box.querySelector('input');
  const output = box.querySelector('output');
  const target = document.getElementById(box.dataset['filter'] ?? '');
  if (input === null || output === null || target === null) return { read: () => undefined, clear: () => undefined };
  const rows = [...target.querySelectorAll<HTMLElement>('[data-tags]')].map((row) => ({
    row,
    tags: (row.dataset['tags'] ?? '').toLowerCase().split(' '),
    text: (row.querySelector('summary')?.textContent ?? '').toLowerCase(),
  }));
  const groups = [...target.querySelectorAll<HTMLDetailsElement>(':scope > details')];
  const chips = [...box.querySelectorAll<HTMLElement>('.chip')];
  const wordsOf = (): string[] => input.value.split(/\s+/).filter((word) => word !== '');

  const apply = (): void => {
    const words = wordsOf().map((word) => word.toLowerCase());
    let matching = 0;
    for (const { row, tags, text } of rows) {
      const found = words.every((word) => matches(word, tags, text));
      row.hidden = !found;
      if (found) matching += 1;
    }
    for (const group of groups) {
      group.hidden = group.querySelector('[data-tags]:not([hidden])') === null;
      group.open = words.length > 0;
    }
    for (const chip of chips)
      chip.setAttribute('aria-pressed', String(words.includes((chip.dataset['word'] ?? '').toLowerCase())));
    output.textContent = words.length === 0 ? '' : `${matching} of ${rows.length}`;
  };
  const read = (): void => {
    input.value = new URLSearchParams(location.search).get(input.name) ?? '';
    apply();
  };
  const write = (): void => {
    const query = new URLSearchParams(location.search);
    if (input.value === '') query.delete(input.name);
    else query.set(input.name, input.value);
    const text = query.toString();
    history.replaceState(null, '', `${location.pathname}${text === '' ? '' : `?${text}`}`);
    apply();
  };
  input.addEventListener('input', write);
  for (const chip of chips)
    chip.addEventListener('click', () => {
      const word = chip.dataset['word'] ?? '';
      const words = wordsOf();
      input.value = (words.includes(word) ? words.filter((one) => one !== word) : [...words, word]).join(' ');
      write();
    });
  box.hidden = false;
  read();
  return {
    read,
    clear: () => {
      input.value = '';
      apply();
    },
  };
}

function matches(word: string, tags: readonly string[], text: string): boolean {
  if (word.startsWith('!')) return word.length === 1 || !matches(word.slice(1), tags, text);
  return tags.includes(word) || (!word.includes(':') && text.includes(word));
}
