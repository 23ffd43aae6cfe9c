import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { tooMuch } from '../report/capacity-results.ts';
import { html } from '../report/formats.ts';
import { full, hostile } from '../report/html-run.ts';
import { fileOf, openAll, useBrowser, violations } from './browser.ts';

const open = useBrowser();
const NARROW = { viewport: { width: 390, height: 800 } };
let run: string;
let capacity: string;

beforeAll(() => {
  run = fileOf(html(full));
  capacity = fileOf(html({ result: tooMuch, exchanges: [] }));
});

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

describe('the report, opened from a file', () => {
  it.each<['run' | 'capacity', 'light' | 'dark', number]>([
    ['run', 'light', 1280],
    ['run', 'dark', 390],
    ['capacity', 'light', 390],
    ['capacity', 'dark', 1280],
  ])('of %s is quiet, asks nobody for anything, fits, and axe finds nothing (%s, %i pixels)', async (...given) => {
    const [kind, colorScheme, width] = given;
    const page = await open(kind === 'run' ? run : capacity, { colorScheme, viewport: { width, height: 800 } });
    expect(await violations(page)).toEqual([]);
    expect(await widthOf(page)).toBeLessThanOrEqual(width);
  });

  it('is complete without scripts', async () => {
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

  it('of a capacity run is complete without scripts, with the name of every number beside it if it is narrow', async () => {
    const page = await open(capacity, { javaScriptEnabled: false, ...NARROW });
    expect(await page.locator('h1').textContent()).toBe('Does not fit');
    expect(await page.locator('.drawing:visible').count()).toBe(1);
    const named = await page
      .locator('#capacity td[data-head]')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content.replaceAll('"', '')));
    expect(new Set(named)).toContain('P95 ms');
    expect(named).not.toContain('none');
  });

  it('opens the target of a link', async () => {
    const page = await open(run);
    await page.locator('.failure a[href="#exchange-2"]').first().click();
    await page.locator('#exchange-2').waitFor({ state: 'visible' });
    expect((await page.locator('#exchange-2').boundingBox())?.y).toBeLessThan(900);
  });

  it('shows only the rows of the pressed chips and the typed words, and all of them for a link', async () => {
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
    await page.locator('.failure a[href="#exchange-2"]').first().click();
    await page.locator('#exchange-2').waitFor({ state: 'visible' });
  });

  it('is used with the keyboard alone', async () => {
    const page = await open(run);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the verdict');
    await page.locator('#exchanges > details > summary').first().press('Enter');
    await page.locator('.exchange > summary').first().press('Enter');
    expect(await page.locator('.exchange').first().getAttribute('open')).toBe('');
  });

  it('offers each shell line to be copied', async () => {
    const page = await open(run, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('.failure .copy').first().click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl -i .*limit=1'$/);
  });

  it('cuts no path in a window of 390 pixels', async () => {
    const page = await open(run, NARROW);
    const cut = await page.locator('.exchange .request').evaluateAll((paths) => {
      for (const group of document.querySelectorAll('#exchanges > details')) group.setAttribute('open', '');
      if (paths[0] !== undefined) paths[0].textContent = `GET /pets?status=${'x'.repeat(200)}`;
      return paths.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length;
    });
    expect(cut).toBe(0);
    expect(await widthOf(page)).toBeLessThanOrEqual(390);
  });

  it('prints in light colours, with the evidence of findings and without what paper cannot do', async () => {
    const page = await open(run, { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#exchange-2').isVisible()).toBe(true);
    expect(await page.locator('#exchange-4').isVisible()).toBe(false);
    expect(await page.locator('nav').isVisible()).toBe(false);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
    expect((await page.pdf()).byteLength).toBeGreaterThan(20_000);
  });

  it('can be read without its style and script, as Jenkins shows it', async () => {
    const text = html(full).replace(/<(style|script)>[\s\S]*?<\/\1>/g, '');
    const page = await open(`data:text/html,${encodeURIComponent(text)}`);
    expect(await page.locator('h1').isVisible()).toBe(true);
    const refused = page.locator('.f-refused').first();
    expect(await refused.evaluate((element) => getComputedStyle(element).stroke)).toBe('rgb(194, 51, 15)');
  });

  it('of a hostile service runs nothing and loads nothing', async () => {
    const page = await open(fileOf(html(hostile)));
    await openAll(page);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(await widthOf(page)).toBeLessThanOrEqual(1280);
  });
});
