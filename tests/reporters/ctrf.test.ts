import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import type { CTRFReport } from 'ctrf';
import { describe, expect, it } from 'vitest';
import type { Result } from '../../src/result/result.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { ctrf } from './formats.ts';
import { ACTIVE, HOSTILE, hostileFindings, hostileResult } from './hostile.ts';
import { accepted, drifted, failing, manyFailing, misled, mixed, result, row, silent, unproven } from './results.ts';

const golden = goldenIn(import.meta.dirname);
const published = join(dirname(createRequire(import.meta.url).resolve('ctrf')), 'ctrf-schema-0.0.json');
const validate = new Ajv({ strict: false, validateFormats: false }).compile(
  JSON.parse(readFileSync(published, 'utf8')),
);

function read(given: Result): CTRFReport['results'] {
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

  const creating = failing.findings.map((finding) => ({ ...finding, creates: true as const }));
  it('keeps to the published schema, has a failed test if the run does not pass, and accepts waivers', () =>
    expectLines(
      golden('ctrf-tests.txt'),
      {
        accepted,
        drifted,
        silent: silent(),
        misled,
        unproven: result({ outcome: 'incomplete', requirements: [row(), unproven] }),
        empty: result({ requirements: [] }),
        'a create': result({ requirements: [{ ...failing, findings: creating }] }),
        many: manyFailing(3),
      },
      (given) => {
        const { summary, tests } = read(given);
        const { passed, failed, skipped, pending, other } = summary;
        expect([summary.tests, passed + failed + skipped + pending + other]).toEqual([tests.length, tests.length]);
        return tests
          .map(({ name, status, rawStatus, snippet }) => [name, status, rawStatus, snippet])
          .map((one) => JSON.stringify(one))
          .join(' ');
      },
    ));

  it.each(Object.entries(HOSTILE))('stays valid, inert and short with %s', (_name, text) => {
    for (const given of [hostileResult(text), hostileFindings(text)]) {
      read(given);
      expect(ctrf(given)).not.toMatch(ACTIVE);
    }
    expect(ctrf(hostileFindings(text)).length).toBeLessThan(30e6);
  });
});
