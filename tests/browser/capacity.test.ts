import { beforeAll, describe, expect, it } from 'vitest';
import { notProven, tooMuch } from '../reporters/capacity-results.ts';
import { html } from '../reporters/formats.ts';
import { violations } from './axe.ts';
import { fileOf, useBrowser } from './browser.ts';

const open = useBrowser();
let address: string;

beforeAll(() => {
  address = fileOf(html({ result: tooMuch, exchanges: [] }));
});

describe('the report of a capacity run, opened from a file', () => {
  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
  ] as const)('is quiet, and axe finds nothing (%s, %i pixels)', async (colorScheme, width) => {
    const page = await open(address, { colorScheme, viewport: { width, height: 800 } });
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

  it('is complete without scripts: answer, drawings, and every number with its name beside it on a narrow screen', async () => {
    const page = await open(address, {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 800 },
    });
    expect(await page.locator('h1').textContent()).toBe('Does not fit');
    expect(await page.locator('.drawing').count()).toBe(2);
    expect(await page.locator('.drawing').first().isVisible()).toBe(true);
    const named = await page
      .locator('#capacity td[data-head]')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content.replaceAll('"', '')));
    expect(new Set(named)).toContain('p95, ms');
    expect(named).not.toContain('none');
  });

  it('prints in light colours', async () => {
    const page = await open(fileOf(html({ result: notProven, exchanges: [] })), {
      colorScheme: 'dark',
    });
    await page.emulateMedia({ media: 'print' });
    const fill = await page
      .locator('.f-hollow')
      .first()
      .evaluate((element) => getComputedStyle(element).fill);
    expect(fill).toBe('rgb(255, 255, 255)');
    expect((await page.pdf()).byteLength).toBeGreaterThan(20_000);
  });
});
