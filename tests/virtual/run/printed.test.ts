import { expect, it } from 'vitest';
import { variantNamed } from '../../faults/index.ts';
import type { Left } from '../../support/runs.ts';
import { check } from '../virtual-command.ts';
import { conforming } from '../virtual-servers.ts';
import { sleep } from '../world.ts';

/**
 * Faults whose violation needs several requests, so that no curl line shows it: animals of some time, simultaneous or counted
 * requests, and generated ones. `--only` cannot show others: it omits the requests that `third-list-leaks-status`,
 * `list-cached-by-status` and `fails-every-seventh-time` count or keep, and the create that `hides-animals-without-status` needs for a
 * page that is not full.
 */
const FAULTS = [
  'ids-start-again',
  'removed-early-404',
  'listed-name-as-number',
  'refused-stored-later',
  'fails-above-five-requests',
  'filtered-lists-count-double',
  'name-null-is-empty',
];

const failedRows = ({ result }: Left) => result?.requirements.filter(({ verdict }) => verdict === 'fail') ?? [];

it.each(FAULTS)('each --only that a failed check of %s prints shows the violation again', async (id) => {
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
  const printed = [...checked.stdout.matchAll(again)].flatMap(([, words = '']) => words);
  expect(printed).not.toEqual([]);
  for (const words of printed) {
    const alone = await check(baseUrl, { args: [...args, ...words.split(' ')] });
    const failed = failedRows(alone).map(({ id }) => id);
    expect(failed, alone.said).toEqual([words.split(' ')[1]]);
  }
});
