import { createHash } from 'node:crypto';
import type { CapacityPlan } from '../../capacity/index.ts';
import { type Head, hasLetters } from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import { CHECK_DEFAULTS, prepare } from '../../run/prepare.ts';
import { isPlanName } from '../../spec/plans.ts';
import type { CapacitySettings } from './read-capacity.ts';

/** The head of the journal. Settings of this command only are in the record after it. */
export function capacityHead(settings: CapacitySettings, { clock, random }: Pick<Io, 'clock' | 'random'>): Head {
  const { target, plan, keys, instances } = settings;
  const [share] = plan.shares;
  const perMinute = share?.perWindow ?? 1;
  const [key] = keys;
  const request = {
    ...CHECK_DEFAULTS,
    command: 'capacity',
    baseUrl: target.baseUrl,
    targetName: target.name,
    targetClass: target.targetClass,
    plan: share !== undefined && isPlanName(share.plan) ? share.plan : 'free',
    keyHasLetters: key !== undefined && hasLetters(key),
    quota: { perMinute, perDay: share?.perDay ?? perMinute * 1_440 },
    windowSeconds: target.windowSeconds,
    // A capacity run creates no animal for a check. `capacity` says what replaces the creates.
    settleMs: 0,
    today: new Date(clock.now()).toISOString().slice(0, 10),
  } as const;
  const prepared = prepare(request, [], [], { clock, random });
  const asked = plan.mix.get > 0 ? instances.of : 0;
  const head = { ...prepared.head, planned: plan.steps.reduce((sum, { count }) => sum + count + asked, 0) };
  if (instances.startAt === undefined) return head;
  const tag = sharedTag(settings);
  const moment = new Date(instances.startAt).toISOString().replace(/[-:]|\.\d+/g, '');
  return { ...head, run: `${moment}-${tag}`, settings: { ...head.settings, tag } };
}

/** The same on all machines with the same arguments, so that journals of another run cannot be merged. */
function sharedTag({ target: { baseUrl, windowSeconds, timeoutMs }, plan }: CapacitySettings): string {
  const { objectives, shares, steps, mix, instances }: CapacityPlan = plan;
  const same = JSON.stringify({ baseUrl, windowSeconds, timeoutMs, objectives, shares, steps, mix, instances });
  return createHash('sha256').update(same).digest('hex').slice(0, 6);
}
