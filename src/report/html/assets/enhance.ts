// Adds filters and copy buttons to the page, and unfolds link targets in browsers that do not. The page works without it.
for (const section of document.querySelectorAll<HTMLElement>('#requirements, #exchanges')) addFilter(section);
addEventListener('hashchange', openTarget);
if (location.hash !== '') openTarget();

for (const line of document.querySelectorAll('.curl')) {
  const text = line.textContent ?? '';
  const button = made('button', { type: 'button', className: 'copy', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  });
  line.prepend(button);
}

type Tags = HTMLElementTagNameMap;

function made<Name extends keyof Tags>(name: Name, members: Partial<Tags[Name]>): Tags[Name] {
  return Object.assign(document.createElement(name), members);
}

/** Adds a filter to a section of folded groups: a button for each result or status, and an input for words. */
function addFilter(section: HTMLElement): void {
  const rows = [...section.querySelectorAll<HTMLElement>('tbody tr, .exchange')].map((row) => ({
    row,
    label: row.querySelector('.badge, .status')?.textContent ?? '',
    text: (row.matches('tr') ? row : row.querySelector('summary'))?.textContent?.toLowerCase() ?? '',
  }));
  const groups = section.querySelectorAll<HTMLDetailsElement>(':scope > details');
  const ariaLabel = `Filter: ${section.querySelector('h2')?.textContent}`;
  const input = made('input', { type: 'search', placeholder: 'words; !word excludes', ariaLabel });
  const chips = [...new Set(rows.map(({ label }) => label))].map((textContent) =>
    made('button', { type: 'button', textContent, ariaPressed: 'false' }),
  );
  const apply = (): void => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const pressed = chips.filter(({ ariaPressed }) => ariaPressed === 'true').map(({ textContent }) => textContent);
    for (const { row, label, text } of rows) {
      const isFound = (word: string) =>
        word.startsWith('!') ? word === '!' || !text.includes(word.slice(1)) : text.includes(word);
      row.hidden = !((pressed.length === 0 || pressed.includes(label)) && words.every(isFound));
    }
    for (const group of groups) {
      group.hidden = group.querySelector(':is(tbody tr, .exchange):not([hidden])') === null;
      group.open = words.length + pressed.length > 0 && !group.hidden;
    }
  };
  input.addEventListener('input', apply);
  for (const chip of chips)
    chip.addEventListener('click', () => {
      chip.ariaPressed = String(chip.ariaPressed === 'false');
      apply();
    });
  const box = made('div', { className: 'filter' });
  box.append(...chips, input);
  groups[0]?.before(box);
}

/** Shows the target of the URL even if it is filtered out, unfolds its parents, and scrolls to it. */
function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let element = target; element !== null; element = element.parentElement) {
    element.hidden = false;
    if (element instanceof HTMLDetailsElement) element.open = true;
  }
  target?.scrollIntoView();
}
