// Takes the images of the README and the docs with the built command: `npm run images`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';
import { CLI, serving, work } from './tools.mjs';

const browser = await playwright.launch({ executablePath: await chromium.executablePath(), args: ['--no-sandbox'] });

try {
  const check = await run(['check', '--key', 'pro=env:STORE_API_KEY_PRO'], ['--fault', 'limit-ignored'], 1);
  await shoot('terminal-check.png', { html: terminal(check.text), of: 'pre' });
  await shoot('report-verdict.png', { address: check.report });

  const limits = await run(
    ['limits', '--key', 'free=env:STORE_API_KEY_FREE', '--window', '10'],
    ['--window', '10', '--fault', 'three-workers'],
    1,
  );
  await shoot('report-limits.png', { address: limits.report, at: '#limits' });

  const config = join(work, 'capacity.yaml');
  const plans = { enterprise: { subscribers: 1, activeAtPeak: 1, use: 0.75 } };
  writeFileSync(
    config,
    JSON.stringify({ capacity: { plans, objectives: { p95: '300ms', p99: '600ms', errors: '1%' } } }),
  );
  const load = ['--config', config, '--steps', '50,75,100', '--step-duration', '20'];
  const contract = ['--enterprise', '3000'];
  const capacity = await run(
    ['capacity', '--key', 'enterprise=env:STORE_API_KEY_ENTERPRISE', ...contract, ...load],
    ['--capacity', '34', '--latency', '40ms', ...contract],
    1,
  );
  await shoot('report-capacity.png', { address: capacity.report, at: '#capacity' });
} finally {
  await browser.close();
  rmSync(work, { recursive: true });
}

/** Runs a command on a reference server of its own, and returns what it printed and the address of its report. */
function run(words, serverOptions, exitCode) {
  return serving(serverOptions, ({ baseUrl, keys }) => {
    const cwd = join(work, words[0]);
    mkdirSync(cwd);
    const shown = [...words, '--base-url', baseUrl, '--out', 'report'];
    const env = { ...process.env, FORCE_COLOR: '1' };
    for (const [plan, key] of Object.entries(keys)) env[`STORE_API_KEY_${plan}`] = key;
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(process.cwd(), CLI), ...shown], {
      cwd,
      env,
      encoding: 'utf8',
    });
    if (status !== exitCode) throw new Error(`${words[0]} ended with ${status}\n${stdout}${stderr}`);
    const installed = (text) => text.replaceAll(`node ${process.cwd()}/${CLI}`, 'storecheck');
    const report = join(cwd, 'report/report.html');
    writeFileSync(report, installed(readFileSync(report, 'utf8')));
    const text = installed(`$ storecheck ${shown.join(' ')}\n${stderr}\n${stdout}`);
    return { text, report: pathToFileURL(report).href };
  });
}

/** Saves one screen of a page, from the place `at`, or the element `of`. */
async function shoot(file, { address, html, at, of }) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, deviceScaleFactor: 1 });
  if (address === undefined) await page.setContent(html);
  else await page.goto(address);
  if (at !== undefined) await page.evaluate((id) => document.querySelector(id).scrollIntoView(), at);
  const shown = of === undefined ? page : page.locator(of);
  await shown.screenshot({ path: join('docs/images', file) });
  await page.close();
}

/** A terminal of 100 columns that shows the text with its colours. */
function terminal(text) {
  const styles = {
    1: 'font-weight: bold',
    2: 'opacity: 0.6',
    31: 'color: #ff7b72',
    32: 'color: #7ee787',
    33: 'color: #e3b341',
    36: 'color: #79e0e6',
  };
  const marked = text
    .replace(/[&<]/g, (character) => ({ '&': '&amp;', '<': '&lt;' })[character])
    .replace(/\u001b\[(\d+)m/g, (_, code) =>
      /^(0|22|39)$/.test(code) ? '</span>' : `<span style="${styles[code] ?? ''}">`,
    );
  return `<style>pre { font: 14px/1.4 monospace; width: 100ch; padding: 2ch; margin: 0; color: #e6edf3; background: #0d1117;
    white-space: pre-wrap; overflow-wrap: anywhere }</style><pre>${marked.trimEnd()}</pre>`;
}
