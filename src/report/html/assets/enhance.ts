// Progressive enhancement: copy buttons, and opening link targets in browsers that do not.
addEventListener('hashchange', openTarget);
if (location.hash !== '') openTarget();

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

function showLabel(button: HTMLButtonElement, words: string): void {
  button.textContent = words;
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2_000);
}

/** Opens the parents of the URL's target and scrolls to it. */
function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  let around = target?.closest('details');
  while (around != null) {
    around.open = true;
    around = around.parentElement?.closest('details');
  }
  target?.scrollIntoView();
}
