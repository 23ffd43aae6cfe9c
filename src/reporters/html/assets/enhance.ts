import { offerCopies } from './copy.ts';
import { openTarget } from './deep-link.ts';
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
