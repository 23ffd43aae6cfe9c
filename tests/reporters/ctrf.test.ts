import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { Result } from '../../src/result/result.ts';
import { goldenIn } from '../golden.ts';
import { ctrf } from './formats.ts';
import { ACTIVE, HOSTILE, hostileFindings, hostileResult } from './hostile.ts';
import { accepted, drifted, failing, manyFailing, misled, mixed, result, row, silent, unproven } from './results.ts';

const golden = goldenIn(import.meta.dirname);

const require = createRequire(import.meta.url);
const published = join(dirname(require.resolve('ctrf')), 'ctrf-schema-0.0.json');
const validate = new Ajv({ strict: false, validateFormats: false }).compile(
  JSON.parse(readFileSync(published, 'utf8')),
);

interface Test {
  readonly name: string;
  readonly status: string;
  readonly rawStatus: string;
  readonly message?: string;
  readonly trace?: string;
  readonly snippet?: string;
}

function read(given: Result): { summary: Record<string, number>; tests: Test[] } {
  const document = JSON.parse(ctrf(given));
  validate(document);
  expect(validate.errors ?? []).toEqual([]);
  return document.results;
}

describe('CTRF', () => {
  it('is this for one row of every status', async () => {
    const { results, ...head } = JSON.parse(ctrf(mixed));
    const { tests, ...others } = results;
    const lines = [head, others, ...tests].map((part) => `${JSON.stringify(part)}\n`);
    await expect(lines.join('')).toMatchFileSnapshot(golden('ctrf.json.txt'));
  });

  it('has a failed test whenever the run does not pass', () => {
    for (const given of [silent(), misled, { ...silent(), requirements: [row(), unproven] }])
      expect(read(given).tests[0]).toMatchObject({
        name: 'The run finished',
        status: 'failed',
        rawStatus: 'incomplete',
      });
    expect(read(accepted).tests.filter(({ status }) => status === 'failed')).toEqual([]);
  });

  it.each(
    Object.entries({ mixed, misled, accepted, drifted, empty: result({ requirements: [] }), many: manyFailing(40) }),
  )('keeps to the published schema: %s', (_name, given) => {
    const { summary, tests } = read(given);
    const { passed = 0, failed = 0, skipped = 0, pending = 0, other = 0 } = summary;
    expect(passed + failed + skipped + pending + other).toBe(tests.length);
    expect(summary['tests']).toBe(tests.length);
    expect(summary['stop']).toBeGreaterThanOrEqual(summary['start'] ?? 0);
  });

  it('says in the snippet that a create can leave an animal', () => {
    const creating = failing.findings.map((finding) => ({ ...finding, creates: true as const }));
    const snippetsOf = (findings: typeof failing.findings) =>
      read(result({ requirements: [{ ...failing, findings }] })).tests.map(({ snippet }) => snippet);
    const [plain] = snippetsOf(failing.findings);
    expect(plain).toMatch(/^curl -i/);
    expect(snippetsOf(creating)).toEqual([`# can create an animal that remains\n${plain}`]);
  });

  it('does not pass what a waiver accepts', () => {
    expect(read(accepted).tests[0]).toMatchObject({ status: 'other', rawStatus: 'waived' });
  });

  it('fails a test if a waiver or a changed behaviour fails the run', () => {
    expect(
      read(drifted)
        .tests.filter(({ status }) => status === 'failed')
        .map(({ name }) => name),
    ).toEqual(['waiver of list.* (storecheck.yaml:12)', 'drift of list.order']);
  });

  it.each(Object.entries(HOSTILE))('stays valid, inert and short with %s', (_name, text) => {
    for (const given of [hostileResult(text), hostileFindings(text)]) {
      read(given);
      expect(ctrf(given)).not.toMatch(ACTIVE);
    }
    expect(ctrf(hostileFindings(text)).length).toBeLessThan(30e6);
  });
});
