import { filterBy } from './filter.ts';

// Progressive enhancement: filters, copy buttons, and opening link targets in browsers that do not.
const filters = [...document.querySelectorAll<HTMLElement>('[data-filter]')].map(filterBy);
const showAll = () => {
  for (const { clear } of filters) clear();
};

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="?"]') : null;
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, '', link.getAttribute('href') ?? '');
  for (const { read } of filters) read();
  openTarget(showAll);
});
addEventListener('popstate', () => {
  for (const { read } of filters) read();
});
addEventListener('hashchange', () => openTarget(showAll));
offerCopies();
if (location.hash !== '') openTarget(showAll);

/** Adds a copy button to every command. */
function offerCopies(): void {
  for (const line of document.querySelectorAll('.curl')) {
    const button = document.createElement('button');
    const text = line.textContent ?? '';
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(text).then(
        () => showLabel(button, 'Copied'),
        () => showLabel(button, 'Not allowed here'),
      );
    });
    line.prepend(button);
  }
}

function showLabel(button: HTMLButtonElement, words: string): void {
  button.textContent = words;
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2_000);
}

/** Opens the parents of the URL's target and scrolls to it. */
function openTarget(showAll: () => void): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  if (target.closest('[hidden]') !== null) showAll();
  for (
    let around = target.closest('details');
    around !== null;
    around = around.parentElement?.closest('details') ?? null
  )
    around.open = true;
  target.scrollIntoView();
}
