/** Opens the parents of the URL's target and scrolls to it. */
export function openTarget(showAll: () => void): void {
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
