import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { JUnitOptions } from '../../src/reporters/junit/junit.ts';
import type { Result } from '../../src/result/result.ts';
import { anyText } from '../any-text.ts';
import { goldenIn } from '../golden.ts';
import { junit } from './formats.ts';
import { HOSTILE, hostileFindings, hostileResult } from './hostile.ts';
import {
  accepted,
  aside,
  drifted,
  failing,
  leftOut,
  manyFailing,
  misled,
  mixed,
  pushed,
  result,
  row,
  silent,
  unproven,
  warned,
} from './results.ts';

const golden = goldenIn(import.meta.dirname);

interface Case {
  readonly classname: string;
  readonly name: string;
  readonly time: string;
  readonly children: Readonly<Record<string, { readonly text: string; readonly message?: string }>>;
}

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

const CHILDREN = ['failure', 'error', 'skipped', 'system-out'];

/** Read back as a CI would. */
function read(text: string) {
  expect(XMLValidator.validate(text)).toBe(true);
  const { testsuites } = parser.parse(text);
  const cases = testsuites.testsuite.flatMap((suite: { testcase: Record<string, unknown>[] }) =>
    suite.testcase.map((one) => ({
      classname: one['classname'],
      name: one['name'],
      time: one['time'],
      children: Object.fromEntries(CHILDREN.flatMap((name) => (one[name] === undefined ? [] : [[name, one[name]]]))),
    })),
  ) as Case[];
  return { testsuites, cases };
}

const casesOf = (given: Result, options?: JUnitOptions) => read(junit(given, options)).cases;
const kindOf = (given: Result, id: string, options?: JUnitOptions) =>
  Object.keys(casesOf(given, options).find(({ name }) => name.startsWith(id))?.children ?? {})[0] ?? 'passed';

describe('JUnit XML', () => {
  it('is this for one row of every status', async () => {
    await expect(junit(mixed, { attachment: 'reports/run-1/report.html' })).toMatchFileSnapshot(golden('junit.xml'));
  });

  it('makes an inconclusive must an error, or skipped with --junit-inconclusive, but never a pass', () => {
    const given = result({ outcome: 'incomplete', exitCode: 3, requirements: [row(), unproven] });
    expect(kindOf(given, 'list.schema')).toBe('error');
    expect(kindOf(given, 'list.schema', { inconclusive: 'skipped' })).toBe('skipped');
  });

  it('makes a warning a failure if it fails the run', () => {
    const given = result({ requirements: [row(), warned] });
    expect(kindOf(given, 'list.fills-page')).toBe('skipped');
    const settings = { ...given.settings, failOn: ['must', 'should'] as const };
    expect(kindOf({ ...given, settings }, 'list.fills-page')).toBe('failure');
  });

  it('skips what a waiver accepts, with who answers for it; a waiver to be mended is a failure of its own', () => {
    expect(kindOf(accepted, 'list.limit-honoured')).toBe('skipped');
    expect(junit(accepted)).toContain('accepted by store team until 2027-03-01: known, see the ticket');
    expect(kindOf(drifted, '1. waiver of list.* (storecheck.yaml:12)')).toBe('failure');
    expect(kindOf(drifted, '2. drift of list.order')).toBe('failure');
    const settings = { ...drifted.settings, failOn: ['must'] as const };
    expect(kindOf({ ...drifted, settings }, '2. drift of list.order')).toBe('skipped');
  });

  it('never has the same classname and name twice: GitLab keeps the first only', () => {
    const requirements = [pushed('free'), pushed('pro'), pushed('business'), row(), row(), row()];
    const names = casesOf(result({ requirements })).map(({ classname, name }) => `${classname} ${name}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('storecheck.limit limit.burst (pro): N of a window are admitted');
    expect(names).toContain(`storecheck.list list.ok (free): ${row().title} [2]`);
  });

  it('is an error if the run did not finish, or judged nothing', () => {
    const ended = (end: string) => kindOf(result({ run: { ...result().run, end } }), 'The run finished');
    expect(ended('complete')).toBe('system-out');
    for (const end of [
      'interrupted',
      'cut-off',
      'rate-limited',
      'unanswered',
      'request-budget',
      'time-budget',
      'set-up',
    ])
      expect(ended(end)).toBe('error');
    expect(kindOf(result({ requirements: [] }), 'The run finished')).toBe('error');
    expect(kindOf(result({ requirements: [leftOut, aside] }), 'The run finished')).toBe('error');
  });

  it('has the write error of a run without its journal as the reason', () => {
    const run = { ...silent().run, end: 'cut-off', writeError: '--out: cannot write to x (ENOSPC)' };
    const [first] = casesOf({ ...silent(), run });
    expect(first?.children['error']?.text).toContain('the run was cut off: --out: cannot write to x (ENOSPC)');
  });

  it('is an error if nothing else shows why the run does not pass', () => {
    expect(kindOf(silent(), 'The run finished')).toBe('error');
    expect(junit(silent())).toContain('INCOMPLETE: no violation was found');
    const unprovenToo = { ...silent(), requirements: [row(), leftOut, unproven] };
    expect(kindOf(unprovenToo, 'The run finished', { inconclusive: 'skipped' })).toBe('system-out');
  });

  it('reports a set-up mistake once, not in each row', () => {
    const { testsuites, cases } = read(junit(misled));
    expect(testsuites).toMatchObject({ errors: '1', failures: '0', skipped: '3' });
    expect(cases[0]?.children['error']?.text).toBe('every request is answered 401\nCheck the key.');
  });

  it('is far below 30 MB for any response of a service: at most 60 kB for a requirement', () => {
    const [loud = failing] = hostileFindings('&'.repeat(30_000)).requirements;
    const findings = Array.from({ length: 10 }, () => loud.findings).flat();
    const requirements = Array.from({ length: 50 }, () => ({ ...loud, id: 'list.x', findings }));
    expect(Buffer.byteLength(junit(result({ outcome: 'failed', requirements })))).toBeLessThan(3e6);
    expect(Buffer.byteLength(junit(manyFailing(50)))).toBeLessThan(0.25e6);
  });

  it.each(Object.entries(HOSTILE))('stays valid and says nothing of its own with %s', (_name, text) => {
    for (const given of [hostileResult(text), hostileFindings(text)]) {
      const { cases } = read(junit(given, { attachment: 'r.html' }));
      expect(cases).toHaveLength(given.requirements.length + 1);
      const attached = cases.flatMap(({ children }) => children['system-out']?.text.match(/\[\[ATTACHMENT.*/g) ?? []);
      expect(attached.every((line) => line === '[[ATTACHMENT|r.html]]')).toBe(true);
    }
  });

  it('is valid for any text', () => {
    const property = fc.property(anyText(40), (text) => {
      const xml = junit(hostileFindings(text));
      expect(XMLValidator.validate(xml)).toBe(true);
      expect(xml).not.toMatch(/[^\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
    });
    fc.assert(property, { numRuns: 40 });
  });

  it('removes complete escape sequences', () => {
    const given = hostileFindings('\u001b[1;31mred\u001b[0m \u001b]8;;http://x\u0007y\u001b]8;;\u001b\\z');
    // An observed value is JSON, in which they stand as \\u001b.
    const text = junit({ ...given, requirements: given.requirements.filter(({ verdict }) => verdict !== 'observed') });
    expect(text).toContain('>red yz');
    expect(text).not.toMatch(/\[1;31m|\[0m|\]8;;|u\{1b\}/);
  });
});
