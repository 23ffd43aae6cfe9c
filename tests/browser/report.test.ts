import { beforeAll, describe, expect, it } from 'vitest';
import { html } from '../reporters/formats.ts';
import { exchange, full, hostile, pushed } from '../reporters/html-run.ts';
import { limits, result } from '../reporters/results.ts';
import { violations } from './axe.ts';
import { fileOf, useBrowser } from './browser.ts';

const open = useBrowser();
let address: string;

beforeAll(() => {
  address = fileOf(html(full));
});

describe('the report, opened from a file', () => {
  it.each(['light', 'dark'] as const)(
    'is quiet, asks nobody for anything, and axe finds nothing (%s)',
    async (colorScheme) => {
      const page = await open(address, { colorScheme });
      expect(await violations(page)).toEqual([]);
    },
  );

  it('is complete without scripts', async () => {
    const page = await open(`${address}#exchange-3`, { javaScriptEnabled: false });
    const words = (await page.locator('main').textContent()) ?? '';
    const said = full.result.requirements.flatMap(({ title, reason = '', findings }) => [
      title.replaceAll('`', ''),
      reason,
      ...findings.flatMap(({ message, expected, actual, curl = '' }) => [message, expected, actual, curl]),
    ]);
    expect(
      [...said, 'ECONNRESET', 'until Retry-After ends', 'step by step'].filter((one) => !words.includes(one)),
    ).toEqual([]);
    expect(await page.locator('.filter').first().isVisible()).toBe(false);
    expect(await page.locator('#exchange-3').isVisible()).toBe(true);
    expect(await page.locator('#exchange-2').isVisible()).toBe(false);
  });

  it('opens the target of a link, even if a filter hides it', async () => {
    const page = await open(`${address}?x=status:429`);
    expect(await page.locator('#exchange-list details:visible').count()).toBeGreaterThan(0);
    await page.locator('.failure a[href="#exchange-2"]').first().click();
    await page.locator('#exchange-2').waitFor({ state: 'visible' });
    expect(await page.locator('#exchange-2').evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(
      900,
    );
  });

  it('filters, and keeps the filter in the address', async () => {
    const page = await open(address);
    const rows = page.locator('#requirements-table tr[data-tags]:visible');
    const all = await page.locator('#requirements-table tr[data-tags]').count();
    expect(await rows.count()).toBe(0);
    await page.getByLabel('Filter requirements').fill('s:failed limit');
    expect(await rows.count()).toBe(3);
    expect(new URL(page.url()).searchParams.get('q')).toBe('s:failed limit');
    expect(await page.locator('.filter output').first().textContent()).toBe(`3 of ${all}`);
    await page.getByLabel('Filter requirements').fill('!s:failed');
    expect(await rows.count()).toBe(all - 3);
    await page.reload();
    expect(await rows.count()).toBe(all - 3);
    await page.locator('.filter .chip[data-word="l:must"]').first().click();
    expect(new URL(page.url()).searchParams.get('q')).toBe('!s:failed l:must');
    await page.locator('.filter .chip[data-word="l:must"]').first().click();
    await page.locator('.tally .failed a').click();
    expect(await rows.count()).toBe(3);
    expect(new URL(page.url()).hash).toBe('#requirements');
    await page.goBack();
    expect(await rows.count()).toBe(all - 3);
  });

  it('is used with the keyboard alone', async () => {
    const page = await open(address);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the verdict');
    await page.locator('#exchange-list > details > summary').first().press('Enter');
    const summary = page.locator('.exchange > summary').first();
    await summary.focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('.exchange').first().getAttribute('open')).toBe('');
  });

  it('offers each shell line to be copied', async () => {
    const page = await open(address, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('.failure .copy').first().click();
    await page.getByText('Copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^curl -i .*limit=1'$/);
  });

  it.each([1280, 390])('fits a window of %i pixels', async (width) => {
    const page = await open(address, { viewport: { width, height: 800 } });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

  it('breaks no result word of the counts in a window of 390 pixels', async () => {
    const page = await open(address, { viewport: { width: 390, height: 800 } });
    const lines = await page.locator('.tally li a').evaluateAll((links) =>
      links.map((link) => {
        const [number, word] = [link.querySelector('strong'), link.querySelector('span')];
        if (number !== null) number.textContent = '49';
        const range = document.createRange();
        if (word !== null) range.selectNodeContents(word);
        return range.getClientRects().length;
      }),
    );
    expect(lines.length).toBeGreaterThan(4);
    expect(new Set(lines)).toEqual(new Set([1]));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  it('shows complete paths in a window of 390 pixels', async () => {
    const page = await open(address, { viewport: { width: 390, height: 800 } });
    await page.evaluate(() => {
      for (const group of document.querySelectorAll('#exchange-list > details')) group.setAttribute('open', '');
      const [path] = document.querySelectorAll('.exchange .request');
      if (path !== undefined) path.textContent = `GET /pets?status=${'x'.repeat(200)}`;
    });
    const cut = await page
      .locator('.exchange .request')
      .evaluateAll((paths) => paths.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
    expect(cut).toBe(0);
  });

  it.each(['light', 'dark'] as const)('shades windows of figures visibly (%s)', async (colorScheme) => {
    const page = await open(address, { colorScheme });
    const contrast = await page.evaluate(() => {
      const luminance = (colour: string) => {
        const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((part) => {
          const share = Number(part) / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const [shade, card] = ['.f-window', '.plan'].map((name) => document.querySelector(name)) as [Element, Element];
      const found = [getComputedStyle(shade).fill, getComputedStyle(card).backgroundColor].map(luminance);
      return (Math.max(...found) + 0.05) / (Math.min(...found) + 0.05);
    });
    expect(contrast).toBeGreaterThan(colorScheme === 'dark' ? 1.3 : 1.1);
  });

  it('shows every cell of a wide table as a cell', async () => {
    const page = await open(address, { viewport: { width: 1280, height: 800 } });
    const displays = await page
      .locator('td, th')
      .evaluateAll((cells) => [...new Set(cells.map((cell) => getComputedStyle(cell).display))]);
    expect(displays).toEqual(['table-cell']);
  });

  it('prints in light colours, with the evidence of findings and without what paper cannot do', async () => {
    const page = await open(address, { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#exchange-2').isVisible()).toBe(true);
    expect(await page.locator('#exchange-4').isVisible()).toBe(false);
    expect(await page.locator('nav').isVisible()).toBe(false);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
    expect((await page.pdf()).byteLength).toBeGreaterThan(20_000);
  });
});

describe('a hostile service', () => {
  it('runs nothing and loads nothing', async () => {
    const page = await open(fileOf(html(hostile)));
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
  });
});

describe('a run of a hundred thousand exchanges', () => {
  it('opens', async () => {
    const many = 100_000;
    const text = html({
      result: result({ limits: { business: limits({ perWindow: many, sent: many, admittedInWindow: many }) } }),
      exchanges: [...Array.from({ length: 60 }, (_, seq) => exchange(seq + 1)), ...pushed('business', many, many)],
    });
    expect(text.length).toBeLessThan(1_000_000);
    await open(fileOf(text));
  });
});
