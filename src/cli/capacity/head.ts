import { createHash } from 'node:crypto';
import type { CapacityPlan } from '../../capacity/index.ts';
import type { Head } from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import { prepare } from '../../run/prepare.ts';
import { isPlanName } from '../../spec/plans.ts';
import type { CapacityCall } from './read-capacity.ts';

/** The head that every journal has; what is of this command alone stands in the record behind it. */
export function capacityHead(call: CapacityCall, io: Pick<Io, 'clock' | 'random'>): Head {
  const { plan, instances } = call;
  const prepared = preparedHead(call, io);
  const asked = plan.mix.get > 0 ? instances.of : 0;
  const head = { ...prepared, planned: plan.steps.reduce((sum, { count }) => sum + count + asked, 0) };
  if (instances.startAt === undefined) return head;
  const tag = sharedTag(call);
  const moment = new Date(instances.startAt).toISOString().replace(/[-:]|\.\d+/g, '');
  return { ...head, run: `${moment}-${tag}`, settings: { ...head.settings, tag } };
}

/** The same on all machines that were told the same, and only there: so journals of another run cannot be merged in. */
function sharedTag({ baseUrl, windowSeconds, timeoutMs, plan }: CapacityCall): string {
  const { objectives, shares, steps, mix, instances }: CapacityPlan = plan;
  const same = JSON.stringify({ baseUrl, windowSeconds, timeoutMs, objectives, shares, steps, mix, instances });
  return createHash('sha256').update(same).digest('hex').slice(0, 6);
}

function preparedHead(
  { baseUrl, targetName, targetClass, plan, keys, windowSeconds }: CapacityCall,
  io: Pick<Io, 'clock' | 'random'>,
): Head {
  const [share] = plan.shares;
  const name = share !== undefined && isPlanName(share.plan) ? share.plan : 'free';
  const perMinute = share?.perWindow ?? 1;
  const { head } = prepare(
    {
      command: 'capacity',
      baseUrl,
      targetName,
      targetClass,
      plan: name,
      keyHasLetters: /[a-z]/i.test(keys.values().next().value ?? ''),
      quota: { perMinute, perDay: share?.perDay ?? perMinute * 1_440 },
      windowSeconds,
      // Nothing here needs an animal of its own; what was sent in place of creates stands in `capacity`.
      readOnly: false,
      settleMs: 0,
      today: new Date(io.clock.now()).toISOString().slice(0, 10),
      categories: null,
      only: [],
      skip: [],
      maxRequests: undefined,
    },
    [],
    [],
    io,
  );
  return head;
}
