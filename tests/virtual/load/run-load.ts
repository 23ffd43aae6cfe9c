import { apiKey } from '../../../src/exchange/api-key.ts';
import type { LoadScript } from '../../../src/exchange/records/load-config.ts';
import type { K6Record } from '../../../src/exchange/records/load-record.ts';
import type { KeyLabel } from '../../../src/exchange/records/schema.ts';
import { type RunK6Options, runK6 } from '../../../src/k6/run/run.ts';
import { LOAD_SCRIPTS } from '../../built.ts';
import { virtualK6 } from '../k6.ts';
import { world } from '../world.ts';

type Options = Pick<RunK6Options, 'config' | 'onRecord' | 'signal'>;

/** Runs a load script by the virtual k6, as the driver does. `records` are all lines of its journal. */
export async function runLoad(kind: LoadScript, keys: ReadonlyMap<KeyLabel, string>, options: Options) {
  const { clock } = world();
  const k6 = { path: '/virtual/k6', version: 'v2.2.0' };
  const records: K6Record[] = [];
  const run = runK6({
    io: { clock, k6: virtualK6(world()) },
    k6,
    kind,
    script: LOAD_SCRIPTS[kind],
    keys: [...keys].map(([label, value]) => apiKey(label, value)),
    env: {},
    ...options,
    onRecord: (record) => {
      records.push(record);
      options.onRecord?.(record);
    },
  });
  return { ...(await clock.run(run, kind)), records };
}
