import { expect, it } from 'vitest';
import { faults } from '../../faults/index.ts';
import { variantNamed } from '../../faults/variant-named.ts';
import type { Left } from '../../outcome/left.ts';
import { check } from '../command.ts';
import { conforming } from '../servers.ts';
import { sleep } from '../world.ts';

/** A user repeats a command minutes after the run. */
const LATER_MS = 300_000;

/** Requirements whose finding needs requests that `--only` does not send, such as lists that other requirements asked for. */
const NOT_ALONE: Readonly<Record<string, readonly string[]>> = {
  'complete-lists-omit-old-sold': ['list.consistent', 'list.fills-page'],
  'fails-every-seventh-time': ['list.ok'],
  'list-cached-by-status': ['list.consistent', 'list.default-limit', 'list.limit-honoured', 'list.status-with-limit'],
};

/** Some faults, and those whose violation rests on a moment, or on animals of that time. */
const SAMPLE = [
  ...faults.filter((_fault, index) => index % 90 === 0).map(({ id }) => id),
  ...['cache-answers-without-key', 'ids-start-again', 'third-list-has-one-more', ...Object.keys(NOT_ALONE)],
];

const failedRows = ({ result }: Left) => result?.requirements.filter(({ verdict }) => verdict === 'fail') ?? [];

it.each([
  ...SAMPLE.map((id) => [id, []] as const),
  ...['name-null-is-empty'].map((id) => [id, ['--depth', 'thorough', '--seed', '1']] as const),
])('each --only that a failed check of %s prints shows the violation again', async (id, depth) => {
  const fault = variantNamed(id);
  const { windowSeconds = 60 } = fault.needs ?? {};
  const args = ['--timeout', '5', '--window', `${windowSeconds}`, '--verbose', ...depth];
  const { baseUrl, keys } = await conforming({ ...fault.needs, variants: [fault] });
  const checked = await check(baseUrl, { key: keys.pro, args });
  expect(failedRows(checked)).not.toEqual([]);
  await sleep(LATER_MS);
  const printed = [...checked.stdout.matchAll(/^ +test this requirement again: the same command with (.+)$/gm)];
  const withoutCurl = failedRows(checked).filter(({ findings }) => findings.slice(0, 2).some(({ curl }) => !curl));
  for (const row of withoutCurl) {
    const [, words = `no line repeats ${row.id}`] = printed.find(([, one]) => one?.split(' ')[1] === row.id) ?? [];
    const alone = await check(baseUrl, { key: keys.pro, args: [...args, ...words.split(' ')] });
    const expected = NOT_ALONE[id]?.includes(row.id) === true ? [] : [row.id];
    expect(
      failedRows(alone).map((one) => one.id),
      alone.said,
    ).toEqual(expected);
  }
});
