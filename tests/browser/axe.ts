import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds, every rule on, with everything that can be opened open. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  // The page's policy holds for scripts of the page, not for what the test asks.
  await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate((): Promise<axe.AxeResults> => window.axe.run());
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ html }) => html.slice(0, 160))
        .join(' | ')}`,
  );
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}
