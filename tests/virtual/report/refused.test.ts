import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Result } from '../../../src/result/result.ts';
import { goldenIn } from '../../golden.ts';
import { FREE_KEY, PRO_KEY } from '../../outcome/checked.ts';
import { failing, limits, result, row } from '../../reporters/results.ts';
import { check } from '../check.ts';
import { conforming } from '../servers.ts';
import { expectSession } from '../session.ts';

const waiver = { reason: 'r', owner: 'o', expires: '2099-01-01', line: 3 };

const violated = (id: string, plan: string) => ({ ...failing, id, plan });
const of = (command: string, change: Partial<Result>) => ({ ...change, run: { ...result().run, command } });

/** Runs of which only a result exists, by folder. */
const RESULTS: Readonly<Record<string, Partial<Result>>> = {
  run: {
    requirements: [
      { ...failing, signature: 'a00000' },
      row({ id: 'list.schema' }),
      row({ verdict: 'inconclusive', reason: 'lost' }),
      { ...failing, id: 'list.fills-page', waiver },
    ],
  },
  observed: {
    requirements: [row({ id: 'create.location', level: 'observe', verdict: 'observed', value: false })],
  },
  limits: of('limits', {
    requirements: [violated('limit.status', 'free'), row({ id: 'limit.status', plan: 'business' })],
    limits: { free: limits(), business: limits() },
  }),
  several: of('limits', {
    requirements: [violated('limit.keys-independent', 'pro'), violated('limit.daily', 'free')],
    limits: { free: limits(), pro: limits() },
  }),
  capacity: of('capacity', { requirements: [failing] }),
};

it('a command on an earlier run is rejected with the file and the reason', async () => {
  const { out, code } = await check((await conforming()).baseUrl);
  expect(code).toBe(0);
  await expectSession(goldenIn(import.meta.dirname)('refused.txt'), {
    env: { KEY: PRO_KEY, OTHER: FREE_KEY },
    arrange: (cwd) => {
      for (const [name, change] of Object.entries(RESULTS)) {
        mkdirSync(join(cwd, name));
        const given = result({ ...change, target: { ...result().target, name: '127.0.0.1:8080' } });
        writeFileSync(join(cwd, name, 'results.json'), JSON.stringify(given));
      }
      cpSync(out, join(cwd, 'checked'), { recursive: true });
    },
    after: ({ code: exitCode, stdout, stderr }, words) => {
      expect([exitCode, stdout], `${words.join(' ')}\n${stderr}`).toEqual([2, '']);
      expect(stderr).not.toMatch(/^\s+at /m);
    },
  });
});
