import { expect, it } from 'vitest';
import { readConfig } from '../../src/config/index.ts';
import { goldenIn } from '../golden.ts';
import { expectConfigurations, FULL, said } from './files.ts';

const golden = goldenIn(import.meta.dirname);

/** Maps as objects, without those and the lists that are empty. */
function stated(_key: string, value: unknown): unknown {
  const shown = value instanceof Map ? Object.fromEntries(value) : value;
  return typeof shown === 'object' && shown !== null && Object.keys(shown).length === 0 ? undefined : shown;
}

/** The settings of `conf/storecheck.yaml` as JSON. */
function settings(text: string, indent?: number): string {
  expect(said(text)).toEqual([]);
  const read = readConfig(text, 'conf/storecheck.yaml');
  if ('problems' in read) throw new Error('said() has said so');
  return JSON.stringify(read.config, stated, indent);
}

it('a file with everything is read with units converted and paths resolved, and states nothing else', async () => {
  await expect(`${settings(FULL, 2)}\n`).toMatchFileSnapshot(golden('full.txt'));
});

it('keeps the place of each entry for later messages', () => {
  const read = readConfig(FULL, 'storecheck.yaml');
  if ('problems' in read) throw new Error('said() has said so');
  expect(read.locate(['targets', 'staging', 'keys', 'pro', 1, 'file'])).toEqual({ line: 8, column: 45 });
  expect(read.locate(['nothing'])).toEqual({ line: 2, column: 1 });
});

it('accepts every way to write it', () => expectConfigurations(golden('good.txt'), (text) => [settings(text)]));

it.each(['failOn: must\r\nreporters: [json]\r\n', '\ufefffailOn: must'])('accepts %j', (text) => {
  expect(JSON.parse(settings(text))).toMatchObject({ failOn: ['must'] });
});

it('names no more than a hundred problems', () => {
  const problems = said(`{ ${Array.from({ length: 500 }, (_, index) => `k${index}: 1`).join(', ')} }`);
  expect(problems).toHaveLength(101);
  expect(problems.at(-1)).toMatch(/^1:\d+ and 400 more problems after this line$/);
});
