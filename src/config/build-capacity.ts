import type { Capacity, Objectives } from './config.ts';
import { resolveAgainst } from './resolve.ts';
import type { RawCapacity } from './schema/raw.ts';
import { milliseconds, shareOf } from './units.ts';

export function capacityOf(raw: RawCapacity, file: string): Capacity {
  const { plans = {}, mix, objectives, keys = {} } = raw;
  return {
    plans: new Map(
      Object.entries(plans).map(([name, plan]) => [
        name,
        {
          subscribers: plan.subscribers,
          activeAtPeak: plan.activeAtPeak,
          use: plan.use,
          readShare: plan.readShare,
          perMinute: 'perMinute' in plan ? plan.perMinute : undefined,
          perDay: 'perDay' in plan ? plan.perDay : undefined,
        },
      ]),
    ),
    mix: mix === undefined ? undefined : { list: mix.list ?? 0, get: mix.get ?? 0, create: mix.create ?? 0 },
    objectives: objectives === undefined ? undefined : objectivesOf(objectives),
    keys: new Map(Object.entries(keys).map(([plan, source]) => [plan, { file: resolveAgainst(file, source.file) }])),
  };
}

function objectivesOf(raw: NonNullable<RawCapacity['objectives']>): Objectives {
  const ms = (text: string | undefined) => (text === undefined ? undefined : milliseconds(text));
  return {
    p50Ms: ms(raw.p50),
    p95Ms: ms(raw.p95),
    p99Ms: ms(raw.p99),
    errorShare: raw.errors === undefined ? undefined : shareOf(raw.errors),
  };
}
