import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { Har } from 'har-format';
import { describe, expect, it } from 'vitest';
import { diffText } from '../../src/cli/commands/diff.ts';
import { COLOURED, PLAIN } from '../../src/cli/console.ts';
import type { ReporterName } from '../../src/config/reporters.ts';
import { har } from '../../src/report/har.ts';
import { codeBlock, MAX_COMMENT_BYTES, safeText } from '../../src/report/markdown.ts';
import type { Result } from '../../src/result/result.ts';
import { diffResults } from '../../src/result/view/diff-results.ts';
import { expectLines, golden, testAnswers } from '../support/golden.ts';
import { fits, hostileCapacity, tooMuch } from './capacity-results.ts';
import { github, junit, markdown, terminal } from './formats.ts';
import { ACTIVE, HOSTILE, hostileFindings, hostileResult } from './hostile.ts';
import { exchange, hostileExchange } from './html-run.ts';
import {
  accepted,
  drifted,
  incomplete,
  manyFailing,
  mixed,
  notApplicable,
  ofOtherPlan,
  result,
  row,
  seen,
  silent,
  unproven,
  unprovenShould,
  warned,
  wrongKey,
} from './results.ts';

const size = (text: string) => Buffer.byteLength(text);

const passing = result({ requirements: [row(), seen, notApplicable, unprovenShould] });

it('the terminal shows these', async () => {
  const texts = {
    'a row of every status': terminal(mixed),
    'with --verbose': terminal(passing, { verbose: true }),
    'a set-up mistake with a violation': terminal(ofOtherPlan),
    'a waiver to be fixed, and drift': terminal(drifted),
    'a plan change that fits': terminal(fits, { width: 100 }),
  };
  const written = Object.entries(texts).map(([name, text]) => `=== ${name}\n\n${text}\n`);
  await expect(written.join('')).toMatchFileSnapshot(golden('terminal.txt'));
});

it('the terminal has the same words with and without colour, within its width except for words that must not be broken', () => {
  const coloured = terminal(mixed, { paint: COLOURED });
  expect(coloured).not.toBe(terminal(mixed));
  expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(terminal(mixed));
  const long = terminal(mixed)
    .split('\n')
    .filter((line) => line.length > 80);
  expect(long.filter((line) => !/curl|--only/.test(line))).toEqual([]);
  expect(terminal(drifted, { width: 44 })).not.toContain('\u0000');
});

/** What is left of a text without its blocks and code spans, in which Markdown reads nothing. */
function bare(text: string): string {
  const blocks = /^(`{3,})text\n[\s\S]*?\n\1$/gm;
  const spans = /(?<![\\`])(`+)(?!`)(?:[^\n]*?[^`\n])??\1(?!`)/g;
  return text.replace(blocks, '').replace(spans, 'x');
}

/** Links, images, HTML, mentions, numbers of issues, addresses that become links. */
const LIVE = /(?<!\\)[[<]|(?<!\\)!\[|@|https?:|www\.|(?<!\\)#\d|(?<!\\)\*\*\*/i;

it('the Markdown summary is this for one row of every status, and a capacity run', async () => {
  await expect(`${markdown(mixed)}\n${markdown(tooMuch)}`).toMatchFileSnapshot(golden('summary.md'));
});

it('the Markdown summary fits into a comment of GitHub or the given room, counted in bytes, and states what is omitted', () => {
  const many = manyFailing(200);
  for (const [text, room] of [[markdown(many), MAX_COMMENT_BYTES] as const, [markdown(many, 9_000), 9_000] as const]) {
    expect(size(text)).toBeLessThanOrEqual(room);
    expect(size(text)).toBeGreaterThan(room - 2_000);
    expect(text).toMatch(/\*\*Cut here: \d+ more blocks\.\*\*/);
  }
  expect(markdown(manyFailing(20))).not.toContain('Cut here');
});

describe('the Markdown summary escapes a text where Markdown would read something into it, and nowhere else', () => {
  const shown: Readonly<Record<string, (text: string) => string>> = {
    'in a sentence': safeText,
    'a block, followed by ````': (text) => codeBlock([text, '````']).replaceAll('\n', '\\n'),
  };
  return testAnswers(golden('markdown-text.txt'), (question) => {
    const [, kind = '', text = ''] = /^(.*?): (.*)$/.exec(question) ?? [];
    return shown[kind]?.(text);
  });
});

/** As the runner of GitHub reads them. */
const annotations = (commands: string) =>
  commands
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, kind, title, message] = /^::(error|warning|notice) title=([^:,\n]*)::([^\n]*)$/.exec(line) ?? [];
      expect(kind, line.slice(0, 200)).toBeDefined();
      return { kind, title, message };
    });

/** Its title has what a command would read, and all requirements with one reason. */
const odd = ['a:b,c%d', 'list.ok', 'list.order'].map((id) => ({ ...unproven, id, reason: '50% of 1:2, or %0A' }));

it('GitHub annotations are errors for what keeps the run from passing, warnings for the rest, and the verdict last', async () => {
  const given = [result(), mixed, accepted, drifted, silent(), wrongKey, result({ ...incomplete, requirements: odd })];
  await expect(given.map(github).join('\n')).toMatchFileSnapshot(golden('annotations.txt'));
});

it('GitHub annotations are at most nine of a kind and one that counts the rest, because GitHub drops more silently', () => {
  const both = manyFailing(15).requirements.flatMap((one) => [one, { ...one, level: 'should' as const }]);
  const lines = annotations(github({ ...manyFailing(15), requirements: both }));
  const of = (wanted: string) => lines.filter(({ kind }) => kind === wanted);
  expect([of('error').length, of('warning').length, of('notice').length]).toEqual([10, 10, 1]);
  expect(of('error').at(-1)?.message).toBe('and 6 more: see the log or the job summary');
  expect(annotations(github(manyFailing(9))).filter(({ kind }) => kind === 'error')).toHaveLength(9);
});

/** What a case holds if it did not simply pass. */
const CHILDREN = ['failure', 'error', 'skipped', 'system-out'] as const;
type Case = Readonly<Record<'classname' | 'name', string>> &
  Partial<Record<(typeof CHILDREN)[number], { readonly text: string }>>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  textNodeName: 'text',
  trimValues: false,
  parseTagValue: false,
  processEntities: { enabled: true, maxTotalExpansions: 1e7, maxExpandedLength: 1e8 },
  alwaysCreateTextNode: true,
  isArray: (name) => name === 'testsuite' || name === 'testcase',
});

/** Read back as a CI would. */
function casesIn(text: string): Case[] {
  expect(XMLValidator.validate(text)).toBe(true);
  return parser.parse(text).testsuites.testsuite.flatMap(({ testcase }: { testcase: Case[] }) => testcase);
}

const ended = (end: Result['run']['end']) => result({ run: { ...result().run, end } });
const should = (given: Result): Result => ({ ...given, settings: { ...given.settings, failOn: ['must', 'should'] } });
const unwritten = {
  ...silent().run,
  end: 'cut-off',
  writeError: '--out: cannot write to reports/run-1 (ENOSPC)',
} as const;

/** What a CI counts: never a pass for what is not proven, nor for a run that did not finish or judged nothing. */
const COUNTED: Readonly<Record<string, Result>> = {
  'an inconclusive must': result({ ...incomplete, requirements: [row(), unproven] }),
  'a warning': result({ requirements: [row(), warned] }),
  'a warning with --fail-on should': should(result({ requirements: [row(), warned] })),
  'a waived violation': accepted,
  'a waiver to be fixed, and drift': drifted,
  ...Object.fromEntries(
    (['complete', 'interrupted', 'cut-off', 'unanswered'] as const).map((end) => [end, ended(end)]),
  ),
  'a run without its journal': { ...silent(), run: unwritten },
  'nothing shows why': silent(),
  'a set-up mistake': wrongKey,
};

it('JUnit XML is this for one row of every status', async () => {
  await expect(junit(mixed, 'reports/run-1/report.html')).toMatchFileSnapshot(golden('junit.xml'));
});

it('JUnit XML never passes what is not proven', () =>
  expectLines(golden('junit-kinds.txt'), COUNTED, (given) =>
    casesIn(junit(given))
      .map((one) => {
        const kind = CHILDREN.find((child) => child in one);
        const [reason = ''] = kind === undefined || kind === 'system-out' ? [] : (one[kind]?.text.split('\n', 1) ?? []);
        return `${one.name.split(':', 1)[0]}: ${kind ?? 'passed'}${reason === '' ? '' : ` (${reason})`}`;
      })
      .join(', '),
  ));

/** Each format of a result in which a text is hostile, and what holds of this format alone. tests/report/html.test.ts has the page. */
const WRITTEN: Readonly<Record<Exclude<ReporterName, 'json' | 'html'>, (given: Result, text: string) => string>> = {
  terminal: (given) => terminal(given) + terminal(given, { verbose: true }),
  junit: (given) => {
    const written = junit(given, 'r.html');
    const cases = casesIn(written);
    expect(cases).toHaveLength(given.requirements.length + 1);
    const attached = cases.flatMap((one) => one['system-out']?.text.match(/\[\[ATTACHMENT.*/g) ?? []);
    expect(attached.every((line) => line === '[[ATTACHMENT|r.html]]')).toBe(true);
    return written;
  },
  har: (given, text) => {
    const written = [...har(given, [hostileExchange(text)])].join('');
    expect(JSON.parse(written).log.entries[0].request.postData.text).toBe(text);
    return written;
  },
  markdown: (given) => {
    const written = markdown(given);
    expect(bare(written)).not.toMatch(LIVE);
    expect(size(written)).toBeLessThanOrEqual(MAX_COMMENT_BYTES);
    return written;
  },
  github: (given) => {
    const written = github(given);
    expect(annotations(written).length).toBeLessThanOrEqual(21);
    expect(written).not.toContain('##[');
    expect(written.length).toBeLessThan(60_000);
    return written;
  },
};

it.each(Object.entries(HOSTILE))('every format shows %s as text, and is not long', (_name, text) => {
  for (const given of [hostileResult(text), hostileFindings(text), hostileCapacity(text)]) {
    for (const write of Object.values(WRITTEN)) expect(write(given, text)).not.toMatch(ACTIVE);
    expect(diffText(diffResults(result(), given), { paint: PLAIN, width: 80 })).not.toMatch(ACTIVE);
  }
  expect(terminal(hostileFindings(text)).length).toBeLessThan(40_000);
});

const get = exchange(4, {
  recorder: 'k6',
  probe: 'limit.burst',
  sent: { ...exchange(4).sent, path: '/pets?status=sold&limit=3&x=%ff&y' },
  received: {
    at: exchange(4).received.at,
    status: 200,
    headers: Object.entries({ 'Set-Cookie': 'a=1', 'set-cookie': 'b=2', 'Content-Type': 'application/json' }),
    body: '[{"name":"Łatek"}]',
  },
});

it('HAR has an entry for each kind of exchange, in order', async () => {
  const failure = { code: 'ECONNRESET', message: 'read ECONNRESET' };
  const received = { ...get.received, headers: [], body: '//8=', encoding: 'base64', cut: failure } as const;
  const body = { method: 'POST', headers: [['content-type', 'text/json']], body: '{"ż":1}' } as const;
  const exchanges = [
    get,
    { ...get, recorder: 'client' as const, sent: { ...get.sent, ...body } },
    { ...get, received: { at: get.sent.at + 3, failure } },
    { ...get, received },
  ].map((one, index) => ({ ...one, seq: 4 + index }));
  const written = [...har(result(), exchanges)];
  const { entries, ...head }: Har['log'] = JSON.parse(written.join('')).log;
  const lines = [head, ...entries].map((part) => `${JSON.stringify(part)}\n`);
  await expect(lines.join('')).toMatchFileSnapshot(golden('har.txt'));
  // In parts, so that a load run is not one string.
  expect(written).toHaveLength(exchanges.length + 2);
});
