import { percent } from '../../../capacity/index.ts';
import type { CapacityNumbers } from '../../../result/result.ts';

/** What a capacity run was made with: its keys, and the machines that offered the load together. */
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
  const began =
    apartMs === null ? 'when each began is not known' : `began ${(apartMs / 1_000).toFixed(1)} s apart at most`;
  const by = apartMs === null ? '' : `, by ${clock === 'service' ? "the service's clock" : 'their own clocks'}`;
  return `${instances.length} of ${of}; ${began}${by}`;
}
