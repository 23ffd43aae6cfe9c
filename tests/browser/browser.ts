import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest';
import { temporaryFolder } from '../folder.ts';

/** Opens a page from a file, as a reader would, or from an address; what a page says or asks for in secret fails its test. */
type Open = (address: string, options?: BrowserContextOptions) => Promise<Page>;

/** A browser for the tests of a file: it ships with its package, so that `npm ci` is all it takes. */
export function useBrowser(): Open {
  let browser: Browser;
  beforeAll(async () => {
    browser = await playwright.launch({ executablePath: inject('chromium'), args: ['--no-sandbox'], headless: true });
  }, 60_000);
  afterAll(() => browser.close());
  return async (address, options = {}) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const noise = noiseOf(page, address.split(/[?#]/, 1)[0] ?? address);
    onTestFinished(async () => {
      await context.close();
      expect(noise).toEqual([]);
    });
    await page.goto(address);
    return page;
  };
}

/** Messages of the console (violations of the policy among them), errors, dialogs, requests but for the page itself. */
function noiseOf(page: Page, own: string): readonly string[] {
  const noise: string[] = [];
  page.on('console', (message) => noise.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => noise.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    noise.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(own) && !request.url().startsWith('data:')) noise.push(`request: ${request.url()}`);
  });
  return noise;
}

/** The address of a report in a file. */
export function fileOf(text: string): string {
  const path = join(temporaryFolder(), 'report.html');
  writeFileSync(path, text);
  return pathToFileURL(path).href;
}

/** Opens everything that can be opened. */
export const openAll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });

/** What axe finds, every rule on, with everything that can be opened open. */
export async function violations(page: Page): Promise<string[]> {
  await openAll(page);
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
