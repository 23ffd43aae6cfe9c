import { expect, it } from 'vitest';
import { faults, variantNamed } from '../../faults/index.ts';
import type { Left } from '../../support/runs.ts';
import { check } from '../virtual-command.ts';
import { conforming } from '../virtual-servers.ts';
import { sleep } from '../world.ts';

/**
 * Some faults, and those whose violation rests on a moment, on animals of that time, or on generated requests. Not among them:
 * `complete-lists-omit-old-sold`, `fails-every-seventh-time` and `list-cached-by-status`, which need requests that `--only` does not send.
 */
const SAMPLE = [
  ...faults.filter((_fault, index) => index % 300 === 0).map(({ id }) => id),
  'cache-answers-without-key',
  'ids-start-again',
  'third-list-has-one-more',
  'name-null-is-empty',
];

const failedRows = ({ result }: Left) => result?.requirements.filter(({ verdict }) => verdict === 'fail') ?? [];

it.each(SAMPLE)('each --only that a failed check of %s prints shows the violation again', async (id) => {
  const fault = variantNamed(id);
  const depth = id === 'name-null-is-empty' ? '--depth thorough --seed 1 ' : '';
  const window = fault.needs?.windowSeconds ?? 60;
  const args = `--timeout 5 --window ${window} --verbose ${depth}--reporter terminal`.split(' ');
  const { baseUrl } = await conforming({ ...fault.needs, variants: [fault] });
  const checked = await check(baseUrl, { args });
  expect(failedRows(checked)).not.toEqual([]);
  // A user repeats a command minutes after the run.
  await sleep(300_000);
  const again =
    /^ +test this requirement again: storecheck check --base-url http\S+ --timeout 5 --key pro=env:\w+ .*(--only .+)$/gm;
  const printed = [...checked.stdout.matchAll(again)];
  const withoutCurl = failedRows(checked).filter(({ findings }) => findings.slice(0, 2).some(({ curl }) => !curl));
  for (const row of withoutCurl) {
    const [, words = `no line repeats ${row.id}`] = printed.find(([, one]) => one?.split(' ')[1] === row.id) ?? [];
    const alone = await check(baseUrl, { args: [...args, ...words.split(' ')] });
    const failed = failedRows(alone).map((one) => one.id);
    expect(failed, alone.said).toEqual([row.id]);
  }
});
