import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { readConfig } from '../../src/config/read.ts';
import { statedLimits } from '../../src/config/sections.ts';
import { normalizedUrl } from '../../src/config/target-class.ts';
import { read as readText } from '../support/files.ts';
import { golden, testAnswers, testCases } from '../support/golden.ts';
import { said } from './files.ts';

describe('a broken configuration is rejected with every problem and its place', () =>
  testCases(golden('broken.txt'), said));

it.each([
  ['', '1:1 the file is empty: add "targets:" or delete it'],
  ['failOn: must\r\nfailOn2: must\r\n', '2:1 …: unknown key (did you mean failOn?)'],
])('the configuration %j is rejected', (text, problem) => {
  expect(said(text)[0]).toBe(problem);
});

/** Maps as objects, without those and the lists that are empty. */
function stated(_key: string, value: unknown): unknown {
  const shown = value instanceof Map ? Object.fromEntries(value) : value;
  return typeof shown === 'object' && shown !== null && Object.keys(shown).length === 0 ? undefined : shown;
}

/** The settings of `conf/storecheck.yaml` as JSON. */
function settings(text: string): string {
  expect(said(text)).toEqual([]);
  const read = readConfig(text, 'conf/storecheck.yaml');
  if ('problems' in read) throw new Error('said() has said so');
  return JSON.stringify(read, stated);
}

it('a file with every key is read with units converted and paths resolved, and states nothing else', async () => {
  await expect(stringify(JSON.parse(settings(readText('tests/config/full.yaml'))))).toMatchFileSnapshot(
    golden('full.txt'),
  );
});

describe('every spelling of a setting is accepted', () => testCases(golden('good.txt'), (text) => [settings(text)]));

describe('these addresses are the same service, or different ones', () =>
  testAnswers(golden('addresses.txt'), (question) => {
    const [url = '', other = ''] = question.split(' and ');
    return normalizedUrl(other) === normalizedUrl(url) ? 'the same' : 'different';
  }));

it('the contract of a target, which is of Enterprise, counts before the plans', () => {
  const plans = { enterprise: { perMinute: 5000, perDay: 1_000_000 } };
  expect(statedLimits('enterprise', plans, { perMinute: 6000 })).toEqual({ perMinute: 6000, perDay: 1_000_000 });
  expect(statedLimits('pro', plans, { perMinute: 6000 })).toEqual({ perMinute: 300, perDay: 10_000 });
});

const CANARY = 'hunterCanary';
const file = (line: string) => `targets:\n  a:\n    baseUrl: https://a.example/v1\n    ${line}\n`;

/** Where somebody may put the key itself; the last questions are not even YAML. */
describe('no message repeats a possible key: in a target', () =>
  testAnswers(golden('secrets.txt'), (question) => {
    const line = question.replaceAll('CANARY', CANARY).replaceAll('\\n', '\n');
    const problems = said(file(line)).join(' ');
    expect(problems).not.toContain(CANARY);
    return problems;
  }));

it('no message repeats a possible key: with any mistake around the key', () => {
  // No line end: behind one it would be the name of another key, and names are shown.
  const around = fc.array(fc.constantFrom('{', '}', '[', ']', ':', ',', '"', "'", ' ', '-', '? ', '\t', '#', '\\'), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(around, around, (before, after) => {
      const text = file(`keys: { pro: ${before.join('')}${CANARY}${after.join('')} }`);
      const problems = said(text).join('\n');
      expect(problems).not.toBe('');
      expect(problems).not.toContain(CANARY);
    }),
    { numRuns: 100, seed: 1 },
  );
});
