import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { memoize } from '../../../src/exchange/memoize.ts';
import type { Result } from '../../../src/result/result.ts';
import { because, findingOf } from '../../../src/rules/conclusion.ts';
import type { RequirementId } from '../../../src/spec/requirements/catalogue.ts';
import { variantNamed } from '../../faults/index.ts';
import { failing, limits, result, row, unfilled, violated } from '../../report/results.ts';
import { golden } from '../../support/golden.ts';
import { FREE_KEY, PRO_KEY } from '../../support/runs.ts';
import { expectSession } from '../session.ts';
import { check } from '../virtual-command.ts';
import { conforming } from '../virtual-servers.ts';

const waiver = { reason: 'r', owner: 'o', expires: '2099-01-01', line: 3 };

const seen = (value: string | false, id: RequirementId = 'list.order') => row(id, { verdict: 'observed', value });
const dropped = findingOf('dropped-above-limit', { count: 5 });
const shared = findingOf('keys-share-counter', { values: [299, 298, 297, 296] });
const aboveDay = findingOf('day-quota-exceeded', { count: 1_100, span: 900, bound: 1_000 });
const of = (command: string, change: Partial<Result>) => ({ ...change, run: { ...result().run, command } });

/** Runs of which only a result exists, by folder. */
const RESULTS: Readonly<Record<string, Partial<Result>>> = {
  run: {
    requirements: [
      { ...failing, signature: 'a00000' },
      row('list.schema'),
      row('list.ok', {
        verdict: 'inconclusive',
        ...because('probe-unanswered', { probe: 'list.default', failure: 'ECONNRESET' }),
      }),
      { ...unfilled, waiver },
    ],
  },
  limits: of('limits', {
    requirements: [violated('limit.status', 'free', dropped), row('limit.status', { plan: 'business' })],
    limits: { free: limits(), business: limits() },
  }),
  several: of('limits', {
    requirements: [violated('limit.keys-independent', 'pro', shared), violated('limit.daily', 'free', aboveDay)],
    limits: { free: limits(), pro: limits() },
  }),
  waived: { requirements: [row(), { ...failing, waiver }] },
  fixed: { requirements: [row('list.limit-honoured')] },
  pinned: { requirements: [seen('newest first')] },
  changed: { requirements: [seen(false, 'create.location'), seen('none seen')] },
  capacity: of('capacity', { requirements: [failing] }),
};

/** The folder of a check of a service with these faults. */
async function checked(name: string, ...faults: readonly string[]) {
  const { baseUrl } = await conforming({ variants: faults.map(variantNamed) });
  const { out } = await check(baseUrl);
  const files = readdirSync(out).map((file) => [`${name}/${file}`, readFileSync(join(out, file), 'utf8')]);
  return [...files, [`${name}.yaml`, `targets:\n  staging:\n    baseUrl: ${baseUrl}\n`]];
}

/** Each case has the folders of `RESULTS`, and those of checks. */
const sessionOptions = memoize(async (runs: typeof RESULTS) => {
  const given = { ...result(), target: { ...result().target, name: '127.0.0.1:8080' } };
  const results = Object.entries(runs).map(([name, change]) => [
    `${name}/results.json`,
    JSON.stringify({ ...given, ...change }),
  ]);
  const checks = [...(await checked('checked')), ...(await checked('failed', 'takes-null-name', 'no-challenge'))];
  return { env: { KEY: PRO_KEY, OTHER: FREE_KEY }, files: Object.fromEntries([...results, ...checks]) };
});

it('a command on an earlier run shows and accepts what it found', async () => {
  await expectSession(golden('accepted.txt'), await sessionOptions(RESULTS));
});

it('a command on an earlier run is rejected with the file and the reason', async () => {
  await expectSession(golden('refused.txt'), {
    ...(await sessionOptions(RESULTS)),
    usualCode: 2,
    after: ({ stdout, stderr }, words) => {
      expect(stdout, words.join(' ')).toBe('');
      expect(stderr).not.toMatch(/^\s+at /m);
    },
  });
});
