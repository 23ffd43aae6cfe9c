import { percent } from '../../../capacity/index.ts';
import type { CapacityNumbers } from '../../../result/result.ts';

/** Facts about a capacity run: its keys and its instances. */
export function capacityFacts({ shares, steps }: CapacityNumbers): (readonly [string, string])[] {
  const keys = shares.map(({ plan, keys: many, share }) => `${many} of ${plan} for ${percent(share)} of the load`);
  const worst = steps
    .flatMap(({ together }) => together ?? [])
    .sort((a, b) => (b.apartMs ?? Number.POSITIVE_INFINITY) - (a.apartMs ?? Number.POSITIVE_INFINITY))[0];
  return [['Keys', keys.join('; ')], ...(worst === undefined ? [] : [['Instances', togetherWords(worst)] as const])];
}

function togetherWords({
  instances,
  of,
  apartMs,
  clock,
}: NonNullable<CapacityNumbers['steps'][number]['together']>): string {
  const began = apartMs === null ? 'start times unknown' : `started within ${(apartMs / 1_000).toFixed(1)} s`;
  const by = apartMs === null ? '' : ` by ${clock === 'service' ? "the service's clock" : 'their own clocks'}`;
  return `${instances.length} of ${of}; ${began}${by}`;
}
