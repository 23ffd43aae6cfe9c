import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { tooMuch } from '../report/capacity-results.ts';
import { html } from '../report/formats.ts';
import { full } from '../report/html-run.ts';
import { temporaryFolder } from '../support/files.ts';

const NARROW = { viewport: { width: 390, height: 800 } };
let browser: Browser;
let run: string;
let capacity: string;

beforeAll(async () => {
  browser = await playwright.launch({ executablePath: unpackedChromium(), args: ['--no-sandbox'], headless: true });
  run = fileOf(html(full));
  capacity = fileOf(html({ result: tooMuch, exchanges: [] }));
}, 60_000);
afterAll(() => browser.close());

/** Opens a page from a file, as a reader would, or from an address; what a page says or asks for in secret fails its test. */
async function open(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const noise = noiseOf(page, address.split(/[?#]/, 1)[0] ?? address);
  onTestFinished(async () => {
    await context.close();
    expect(noise).toEqual([]);
  });
  await page.goto(address);
  return page;
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
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
function fileOf(text: string): string {
  return pathToFileURL(join(temporaryFolder({ 'report.html': text }), 'report.html')).href;
}

/** Opens everything that can be opened. */
const openAll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });

/** What axe finds, every rule on, with everything that can be opened open. */
async function violations(page: Page): Promise<string[]> {
  await openAll(page);
  // The page's policy holds for scripts of the page, not for what the test asks.
  await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate((): Promise<axe.AxeResults> => window.axe.run());
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

it.each<['run' | 'capacity', 'light' | 'dark', number]>([
  ['run', 'light', 1280],
  ['run', 'dark', 390],
  ['capacity', 'light', 390],
  ['capacity', 'dark', 1280],
])(
  'the report of %s is quiet, asks nobody for anything, fits, and axe finds nothing (%s, %i pixels)',
  async (...given) => {
    const [kind, colorScheme, width] = given;
    const page = await open(kind === 'run' ? run : capacity, { colorScheme, viewport: { width, height: 800 } });
    expect(await violations(page)).toEqual([]);
    expect(await widthOf(page)).toBeLessThanOrEqual(width);
  },
);

it('the report is complete without scripts', async () => {
  const page = await open(`${run}#exchange-3`, { javaScriptEnabled: false });
  const words = (await page.locator('main').textContent()) ?? '';
  const said = full.result.requirements.flatMap(({ title, reason = '', findings }) => [
    title.replaceAll('`', ''),
    reason,
    ...findings.flatMap(({ message, expected, actual, curl = '' }) => [message, expected, actual, curl]),
  ]);
  expect([...said, 'ECONNRESET', 'step by step'].filter((one) => !words.includes(one))).toEqual([]);
  expect(await page.locator('#exchange-3').isVisible()).toBe(true);
  expect(await page.locator('#exchange-2').isVisible()).toBe(false);
});

it('the report of a capacity run is complete without scripts, with the name of every number beside it if it is narrow', async () => {
  const page = await open(capacity, { javaScriptEnabled: false, ...NARROW });
  expect(await page.locator('h1').textContent()).toBe('Does not fit');
  expect(await page.locator('.drawing:visible').count()).toBe(1);
  const named = await page
    .locator('#capacity td[data-head]')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content.replaceAll('"', '')));
  expect(new Set(named)).toContain('p95 ms');
  expect(named).not.toContain('none');
});

it('the report shows only the rows of the pressed chips and the typed words, and all of them for a link', async () => {
  const page = await open(run);
  const shown = () => page.locator('#requirements tbody tr:visible').count();
  const { requirements } = full.result;
  const failed = requirements.filter(({ verdict, waiver }) => verdict === 'fail' && waiver === undefined);
  await page.locator('#requirements .filter button', { hasText: 'failed' }).click();
  expect(await shown()).toBe(failed.filter(({ level }) => level === 'must').length);
  await page.locator('#requirements .filter input').fill('list.');
  expect(await shown()).toBe(failed.filter(({ id, level }) => level === 'must' && id.startsWith('list.')).length);
  await page.locator('#exchanges .filter input').fill('no such request');
  expect(await page.locator('.exchange:visible').count()).toBe(0);
  await page.locator('.failure a[href="#exchange-3"]').first().click();
  await page.locator('#exchange-3').waitFor({ state: 'visible' });
  expect((await page.locator('#exchange-3').boundingBox())?.y).toBeLessThan(900);
});

it('the report is used with the keyboard alone', async () => {
  const page = await open(run);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the verdict');
  await page.locator('#exchanges > details > summary').first().press('Enter');
  await page.locator('.exchange > summary').first().press('Enter');
  expect(await page.locator('.exchange').first().getAttribute('open')).toBe('');
});

it('the report offers each shell line to be copied', async () => {
  const page = await open(run, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.locator('.failure .copy').first().click();
  await page.getByText('Copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl -i .*limit=1'$/);
});

it('the report cuts no path in a window of 390 pixels', async () => {
  const page = await open(run, NARROW);
  const cut = await page.locator('.exchange .request').evaluateAll((paths) => {
    for (const group of document.querySelectorAll('#exchanges > details')) group.setAttribute('open', '');
    if (paths[0] !== undefined) paths[0].textContent = `GET /pets?status=${'x'.repeat(200)}`;
    return paths.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length;
  });
  expect(cut).toBe(0);
  expect(await widthOf(page)).toBeLessThanOrEqual(390);
});

it('the report prints in light colours, with the evidence of findings and without what paper cannot do', async () => {
  const page = await open(run, { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('#exchange-3').isVisible()).toBe(true);
  expect(await page.locator('#exchange-2').isVisible()).toBe(false);
  expect(await page.locator('nav').isVisible()).toBe(false);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
  expect((await page.pdf()).byteLength).toBeGreaterThan(20_000);
});

it('the report can be read without its style and script, as Jenkins shows it', async () => {
  const text = html(full).replace(/<(style|script)>[\s\S]*?<\/\1>/g, '');
  const page = await open(`data:text/html,${encodeURIComponent(text)}`);
  expect(await page.locator('h1').isVisible()).toBe(true);
  const refused = page.locator('.f-refused').first();
  expect(await refused.evaluate((element) => getComputedStyle(element).stroke)).toBe('rgb(194, 51, 15)');
});

const UNPACKED = resolve(import.meta.dirname, '../../node_modules/@sparticuz/chromium/unpacked');
/** Unpacks into the folder for temporary files. */
const UNPACK = "import('@sparticuz/chromium').then((browser) => browser.default.executablePath());";

/** The path of the browser, unpacked once into the folder of its package, which takes 2 s. The rename makes it appear complete. */
function unpackedChromium(): string {
  if (!existsSync(UNPACKED)) {
    const own = mkdtempSync(`${UNPACKED}-`);
    execFileSync(process.execPath, ['-e', UNPACK], { cwd: import.meta.dirname, env: { ...process.env, TMPDIR: own } });
    renameSync(own, UNPACKED);
  }
  return join(UNPACKED, 'chromium');
}
