import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import process from 'node:process';
import type { KeyLabel } from '../../src/exchange/exchange.ts';
import { type FoundK6, runK6 } from '../../src/k6/index.ts';
import { judgeLimits, LIMIT_REQUIREMENTS } from '../../src/limiter/index.ts';
import { QUOTAS } from '../../src/spec/plans.ts';
import type { Level } from '../../src/spec/requirement.ts';
import { requirement } from '../../src/spec/requirements/index.ts';
import { type Failures, WINDOW_SECONDS } from './failures.ts';
import { startTarget } from './start.ts';

export interface Load {
  readonly k6: FoundK6;
  /** The bundled load/quota.ts. */
  readonly script: string;
  /** For the journals. */
  readonly folder: string;
}

/** The limits experiment with two keys of the plan Free and the real k6, on a server of its own. */
export async function limitsOf(target: string, { k6, script, folder }: Load): Promise<Failures> {
  const { free, pro, business } = QUOTAS;
  const { baseUrl, keys, close } = await startTarget(target, { windowSeconds: WINDOW_SECONDS });
  try {
    const experiment = {
      plan: 'free',
      key: 'free#1',
      secondKey: 'free#2',
      perWindow: free.perMinute,
      windowSeconds: WINDOW_SECONDS,
    } as const;
    const { exchanges, complete } = await runK6({
      k6,
      kind: 'quota',
      script,
      config: { run: target, baseUrl, experiments: [experiment] },
      keys: new Map<KeyLabel, string>([
        ['free#1', keys[0]],
        ['free#2', keys[1]],
      ]),
      journal: join(folder, `${randomUUID()}.ndjson`),
      env: process.env,
    });
    const promised = { perDay: free.perDay, otherPlans: { pro, business } };
    const { outcomes } = judgeLimits({ ...experiment, ...promised, exchanges, complete, refusalBudget: 8 });
    const ofLevel = (level: Level) => LIMIT_REQUIREMENTS.filter((id) => requirement(id).level === level);
    const broken = (level: Level) => ofLevel(level).filter((id) => outcomes[id].kind === 'broken');
    const open = ofLevel('must').flatMap((id) => {
      const outcome = outcomes[id];
      return outcome.kind === 'undecided' ? [`${id}: ${outcome.reason}`] : [];
    });
    return { musts: broken('must'), shoulds: broken('should'), open };
  } finally {
    await close();
  }
}
