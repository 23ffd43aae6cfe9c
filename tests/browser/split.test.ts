import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stylesheet } from '../../src/reporters/html/page/page.tsx';
import { htmlSplit } from '../reporters/formats.ts';
import { full } from '../reporters/html-run.ts';
import { useBrowser } from './browser.ts';

/** What Jenkins sends with archived files, word by word. */
const JENKINS = "sandbox; default-src 'none'; img-src 'self'; style-src 'self'";

const html = htmlSplit(full);
const open = useBrowser();
let server: Server;
let address: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const isCss = request.url === '/report.css';
    response.setHeader('Content-Security-Policy', JENKINS);
    response.setHeader('Content-Type', isCss ? 'text/css' : 'text/html');
    response.end(isCss ? stylesheet() : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(() => {
  server.close();
});

const style = (page: Page, selector: string, name: 'backgroundColor' | 'stroke') =>
  page
    .locator(selector)
    .first()
    .evaluate((element, key) => getComputedStyle(element)[key], name);

describe("the split report under Jenkins' policy", () => {
  it('breaks no rule of the policy, has its colours and its drawings, and opens what a link leads to', async () => {
    const page = await open(`${address}#exchange-3`);
    expect(await style(page, 'body', 'backgroundColor')).toBe('rgb(246, 247, 249)');
    expect(await style(page, '.f-admitted', 'stroke')).toBe('rgb(10, 111, 168)');
    expect(await page.locator('.drawing').first().isVisible()).toBe(true);
    expect(await page.locator('.filter').count()).toBe(0);
    expect(await page.locator('#exchange-3').isVisible()).toBe(true);
  });

  it('can be read without its style sheet', async () => {
    const page = await open(`data:text/html,${encodeURIComponent(html)}`);
    expect(await page.locator('h1').isVisible()).toBe(true);
    expect(await style(page, '.f-refused', 'stroke')).toBe('rgb(194, 51, 15)');
  });
});
