import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { validateResult } from '../../generated/result.js';
import { resultProblem } from '../../src/cli/files/read-recorded.ts';
import { RESULT } from '../../src/result/result.ts';
import { fits, notProven, tooMuch } from '../report/capacity-results.ts';
import { drifted, failing, limits, misled, mixed, result } from '../report/results.ts';
import { expectSchema } from '../results-schema.ts';

const root = resolve(import.meta.dirname, '../..');
const published = resolve(root, 'schemas/results.schema.json');
const GOOD = { result: result(), mixed, misled, drifted, fits, tooMuch, notProven };

describe('the published schema of results.json', () => {
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(JSON.parse(readFileSync(published, 'utf8')));

  // Written anew by `npx vitest run tests/result/schema.test.ts -u`.
  it('is the one that the types and the validator are made from', async () => {
    const text = execFileSync(resolve(root, 'node_modules/.bin/biome'), ['format', '--stdin-file-path=a.json'], {
      cwd: root,
      input: JSON.stringify(RESULT),
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    await expect(text).toMatchFileSnapshot(published);
  });

  it.each(Object.entries(GOOD))('accepts a result: %s', (_name, good) => {
    expectSchema(good);
    expect(resultProblem(JSON.parse(JSON.stringify(good)))).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['a list', []],
    ['no outcome', { ...result(), outcome: undefined }],
    ['a failure without findings', { ...result(), requirements: [{ ...failing, findings: [] }] }],
    ['a doubt without its reason', { ...result(), requirements: [{ ...failing, verdict: 'inconclusive' }] }],
    ['a checksum that is none', { ...result(), spec: { version: '1', sha256: 'x' } }],
    ['a fraction of a request', { ...result(), limits: { free: limits({ sent: 1.5 }) } }],
  ])('rejects %s, in this process as by the generated validator', (_what, broken) => {
    expect(validate(broken)).toBe(false);
    expect(validateResult(broken)).toBe(false);
    expect((validateResult.errors ?? []).map(({ instancePath }) => instancePath)).toEqual(
      (validate.errors ?? []).map(({ instancePath }) => instancePath),
    );
  });
});
