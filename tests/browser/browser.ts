import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from 'playwright-core';
import { inject } from 'vitest';

/** The browser ships with its package: `npm ci` is all it takes. */
export async function launch(): Promise<Browser> {
  return playwright.launch({ executablePath: inject('chromium'), args: ['--no-sandbox'], headless: true });
}

export interface Opened {
  readonly page: Page;
  /** What must stay empty: messages of the console (violations of the policy among them), errors, dialogs, requests but for the page itself. */
  readonly noise: string[];
}

/** Opens a page from a file, as a reader would, or from an address. */
export async function open(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const noise: string[] = [];
  page.on('console', (message) => noise.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => noise.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    noise.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const own = address.split(/[?#]/, 1)[0] ?? address;
  page.on('request', (request) => {
    if (!request.url().startsWith(own) && !request.url().startsWith('data:')) noise.push(`request: ${request.url()}`);
  });
  await page.goto(address);
  return { page, noise };
}

/** A folder for a report; gone at the end. */
export function desk(): { write: (name: string, text: string) => string; clear: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'storecheck-html-'));
  return {
    write: (name, text) => {
      writeFileSync(join(folder, name), text);
      return pathToFileURL(join(folder, name)).href;
    },
    clear: () => rmSync(folder, { recursive: true }),
  };
}
