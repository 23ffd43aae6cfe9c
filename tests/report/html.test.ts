import { createHash } from 'node:crypto';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { expect, it } from 'vitest';
import { phasesTable } from '../../src/result/view/limit-points.ts';
import { shownExchanges } from '../../src/result/view/shown-exchanges.ts';
import { viewOf } from '../../src/result/view/view.ts';
import { fits, hostileCapacity, step, tooMuch } from './capacity-results.ts';
import { html } from './formats.ts';
import { HOSTILE } from './hostile.ts';
import { exchange, full, hostile } from './html-run.ts';
import { experiment, failing, limits, mixed, result, seen, wrongKey } from './results.ts';

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    elements: ['html5'],
    rules: {
      // Anchors are requirement ids, which hold dots.
      'valid-id': ['error', { relaxed: true }],
      // How preact writes them.
      'void-style': 'off',
      // What a service sent is shown as it is.
      'no-trailing-whitespace': 'off',
    },
  }),
);

async function problems(text: string): Promise<string[]> {
  const { results } = await validator.validateString(text);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (${line})`),
  );
}

const runs = {
  'a run of everything': full,
  'a set-up mistake': { result: wrongKey, exchanges: [] },
  'a hostile service': hostile,
  'a plan change that fits': { result: fits, exchanges: [] },
  'one that does not': { result: tooMuch, exchanges: [] },
  'a capacity run of a hostile service': { result: hostileCapacity(HOSTILE['a script'] ?? ''), exchanges: [] },
};

it.each(Object.entries(runs))('the page of %s is valid HTML with intact links, and loads nothing', async (_, run) => {
  const text = html(run);
  expect(await problems(text)).toEqual([]);
  const ids = new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
  const links = [...text.matchAll(/\shref="(?:\?[^"#]*)?#([^"]+)"/g)].map(([, id = '']) => id);
  expect(links.filter((id) => !ids.has(id))).toEqual([]);
  for (const [drawing] of text.matchAll(/<svg class="drawing"[\s\S]*?<\/svg>/g))
    expect(drawing).toMatch(/ role="img" aria-labelledby="\S+ \S+"><title[^>]*>[^<]+<\/title><desc[^>]*>[^<]+</);
  const addresses = [...text.matchAll(/\s(?:src|href|action|srcset|poster|data)="([^"]*)"/g)].map(([, to = '']) => to);
  expect(addresses.filter((address) => !/^(\?|#|data:,|exchanges\.ndjson$)/.test(address))).toEqual([]);
});

const text = html(full);

it('the page allows by its policy only its own style and script', () => {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(text)?.[1] ?? '';
  const hash = (tag: string) => {
    const content = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(text)?.[1] ?? '';
    return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  };
  expect(policy.replaceAll('&#39;', "'")).toBe(
    `default-src 'none'; style-src ${hash('style')}; script-src ${hash('script')}; img-src data:; base-uri 'none'; form-action 'none'`,
  );
  expect(text.match(/<script/g)).toHaveLength(1);
  expect(/\sstyle=|\son[a-z]+="/.exec(text)?.[0]).toBeUndefined();
});

it('the page shows first the verdict and what happened, then missing evidence, then violations', () => {
  const headings = [...text.matchAll(/<h[12][^>]*>([^<(:]+)/g)].map(([, words = '']) => words.trim());
  expect(headings.join(', ')).toBe(
    'Failed, What this run does not prove, Failed, Warnings, Limits, Info, Requirements, Requests, The run',
  );
  expect(/<ul>.*?<\/ul>/s.exec(text)?.[0]).toContain(`>${failing.findings[0]?.message}</a>`);
});

it('the page shows in a request what it violates, with a line for each animal, and in a requirement its violations', () => {
  const { message = '', expected = '', actual = '', exchanges = [] } = failing.findings[0] ?? {};
  const shown = text.split(`<div class="inside" id="exchange-${exchanges[0]}">`)[1]?.split('</details>')[0] ?? '';
  const link = '<a href="#failure-list.limit-honoured">';
  expect(shown).toContain(`${link}list.limit-honoured</a>: ${message}: expected ${expected}, actual ${actual}</p>`);
  expect(shown).toMatch(/\[\{.*\},\n\{.*\}\]/);
  expect(text).toContain(`${link}3 violations</a>`);
});

it('the page shows the next command as code, and the members of an observed value apart', () => {
  expect(text).toContain('<strong>Next:</strong> <code>storecheck explain list.limit-honoured</code>');
  const observed = { ...seen, value: { '101': 'refused', abc: 'ignored' } };
  expect(html({ result: result({ requirements: [observed] }), exchanges: [] })).toMatch(
    /<dt class="label">101<\/dt><dd>refused<\/dd>.*<dt class="label">abc<\/dt><dd>ignored<\/dd>/,
  );
});

it('the page marks requests above the limit only if the judge reports them', () => {
  expect(text.match(/class="f-over"/g)).toHaveLength(1);
  expect(html({ ...full, result: { ...mixed, requirements: [failing] } }).includes('class="f-over"')).toBe(false);
});

it('hostile content is inert, without a character that could forge visible text, and cut with its length', () => {
  const text = html(hostile);
  expect(text.match(/<script/g)).toHaveLength(1);
  expect(/<(img|iframe|object|embed|form|base)\b|href="[^"]*javascript:/.exec(text)?.[0]).toBeUndefined();
  const forging = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/;
  expect(forging.exec(text)?.[0]).toBeUndefined();
  for (const shown of ['\\u{202e}evil', '\\u{1b}[31m', 'x… (999,000 more characters)'])
    expect(text.includes(shown), shown).toBe(true);
  expect(/The first [\d,]+ of 1,200,\d{3} characters\./.test(text)).toBe(true);
  expect(text.length).toBeLessThan(800_000);
});

it('few of five thousand exchanges are shown', async () => {
  const many = 5_000;
  const business = limits({ perWindow: many, sent: many + 4, admittedInWindow: many });
  const sent = [
    ...Array.from({ length: 60 }, (_, n) => exchange(n + 1)),
    ...(await experiment('business', many, many)),
  ];
  const text = html({ result: result({ limits: { business } }), exchanges: sent });
  expect(text.length).toBeLessThan(500_000);
  expect(text).toMatch(/This page shows \d\d of 5,0\d\d requests/);
});

const one = await experiment('free', 60, 60);
const used = exchange(1, { recorder: 'k6', phase: 'calibrate', sent: exchange(-500).sent });
const second = one.flatMap((sent) => [sent, { ...sent, key: 'free#2' as const, phase: 'second-key' }]);
const paced = one.map((sent) => (sent.phase === 'burst' ? { ...sent, phase: 'sustain' } : sent));
it.each([
  ['one attempt', [one], 60],
  ['a key that was used before, and a second key', [[used], second], 60],
  ['the last of two attempts', [one, await experiment('free', 60, 58)], 58],
  ['one attempt, with paced requests afterwards', [one, paced.filter(({ phase }) => phase === 'sustain')], 60],
])('the experiment of a plan counts from the calibration before the burst: %s', (_name, experiments, admitted) => {
  const points = shownExchanges(viewOf(result()), experiments.flat()).points(limits());
  expect(points[0]?.sent).toBe(0);
  expect(Math.max(...points.map((point) => point.admitted))).toBe(admitted);
  const [, ...rows] = phasesTable(points);
  expect(rows.map(([phase, _from, _to, ...counts]) => [phase, ...counts.slice(0, 4).map(Number)])).toEqual([
    ['first request', 1, 0, 0, admitted - 1],
    ['create and get, twice each', 4, 0, 0, admitted - 5],
    ['burst', admitted - 5, 2, 0, 0],
    ['create and get, after the burst', 0, 2, 0, 0],
    ['half a window later', 0, 1, 0, 0],
    ['just before Reset', 0, 1, 0, 0],
    ['after Retry-After, or earlier if it is too long', 1, 0, 0, admitted - 1],
    ['after Reset, or earlier if it is too late', 1, 0, 0, admitted - 2],
  ]);
  expect(rows.map((cells) => cells.at(-1))).toEqual(['–', '–', '60 s', '60 s', '30 s', '4 s', '–', '–']);
  expect(rows[4]?.slice(1, 3)).toEqual([expect.stringMatching(/^30\.01/), expect.stringMatching(/^30\.01/)]);
});

it('the figure of a capacity run has no place outside of it', () => {
  for (const steps of [
    [step(1, 20)],
    [step(0.5, 0.4), step(1, 90_000)],
    Array.from({ length: 20 }, (_, n) => step(0.1 * (n + 1), 20 + n)),
  ]) {
    const capacity = { ...(fits.capacity ?? expect.unreachable()), steps };
    const [drawing = ''] =
      /<svg class="drawing"[\s\S]*?<\/svg>\s*(?=<fig)/.exec(html({ result: { ...fits, capacity }, exchanges: [] })) ??
      [];
    expect(drawing).not.toMatch(/NaN|Infinity/);
    const heights = [...drawing.matchAll(/\s(?:y|y1|y2)="([^"]+)"/g)].map(([, y]) => Number(y));
    expect(heights.length).toBeGreaterThan(5);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...heights)).toBeLessThanOrEqual(415);
  }
});
