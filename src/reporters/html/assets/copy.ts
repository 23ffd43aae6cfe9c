/** Adds a copy button to every command. */
export function offerCopies(): void {
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
