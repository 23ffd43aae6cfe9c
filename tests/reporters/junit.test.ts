import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { Result } from '../../src/result/result.ts';
import { anyText } from '../any-text.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { hostileCapacity } from './capacity-results.ts';
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
  const cases: Case[] = testsuites.testsuite.flatMap((suite: { testcase: Record<string, unknown>[] }) =>
    suite.testcase.map(({ classname, name, ...one }) => ({
      classname,
      name,
      children: Object.fromEntries(
        CHILDREN.flatMap((child) => (one[child] === undefined ? [] : [[child, one[child]]])),
      ),
    })),
  );
  return { cases };
}

const ended = (end: string) => result({ run: { ...result().run, end } });
const must = (given: Result): Result => ({ ...given, settings: { ...given.settings, failOn: ['must'] } });
const should = (given: Result): Result => ({ ...given, settings: { ...given.settings, failOn: ['must', 'should'] } });
const open = result({ outcome: 'incomplete', exitCode: 3, requirements: [row(), unproven] });
const unwritten = { ...silent().run, end: 'cut-off', writeError: '--out: cannot write to x (ENOSPC)' };

/** What a CI counts: never a pass for what is not proven, nor for a run that did not finish or judged nothing. */
const COUNTED: Readonly<Record<string, Result>> = {
  'an inconclusive must': open,
  'a warning': result({ requirements: [row(), warned] }),
  'a warning with --fail-on should': should(result({ requirements: [row(), warned] })),
  'a waived violation': accepted,
  'a waiver to be fixed, and drift': drifted,
  'drift without --fail-on drift': must(drifted),
  ...Object.fromEntries(['complete', 'interrupted', 'cut-off', 'unanswered'].map((end) => [end, ended(end)])),
  'no requirement': result({ requirements: [] }),
  'nothing judged': result({ requirements: [leftOut, aside] }),
  'a run without its journal': { ...silent(), run: unwritten },
  'nothing shows why': silent(),
  'a set-up mistake': misled,
};

describe('JUnit XML', () => {
  it('is this for one row of every status', async () => {
    await expect(junit(mixed, 'reports/run-1/report.html')).toMatchFileSnapshot(golden('junit.xml'));
  });

  it('never passes what is not proven', () =>
    expectLines(golden('junit-kinds.txt'), COUNTED, (given) =>
      read(junit(given))
        .cases.map(({ name, children }) => {
          const [kind = 'passed', child] = Object.entries(children)[0] ?? [];
          return `${name.split(':', 1)[0]}: ${kind}${child === undefined || kind === 'system-out' ? '' : ` (${child.text.split('\n', 1)[0]})`}`;
        })
        .join(', '),
    ));

  it('never has the same classname and name twice: GitLab keeps the first only', () => {
    const requirements = [pushed('free'), pushed('pro'), pushed('business'), row(), row(), row()];
    const names = read(junit(result({ requirements }))).cases.map(({ classname, name }) => `${classname} ${name}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('storecheck.limit limit.burst (pro): N of a window are admitted');
    expect(names).toContain(`storecheck.list list.ok (free): ${row().title} [2]`);
  });

  it('is far below 30 MB for any response of a service: at most 60 kB for a requirement', () => {
    const [loud = failing] = hostileFindings('&'.repeat(30_000)).requirements;
    const findings = Array.from({ length: 10 }, () => loud.findings).flat();
    const requirements = Array.from({ length: 50 }, () => ({ ...loud, id: 'list.x', findings }));
    expect(Buffer.byteLength(junit(result({ outcome: 'failed', requirements })))).toBeLessThan(3e6);
    expect(Buffer.byteLength(junit(manyFailing(50)))).toBeLessThan(0.25e6);
  });

  it.each(Object.entries(HOSTILE))('stays valid and says nothing of its own with %s', (_name, text) => {
    for (const given of [hostileResult(text), hostileFindings(text), hostileCapacity(text)]) {
      const { cases } = read(junit(given, 'r.html'));
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
