import exec from 'k6/execution';
import secrets from 'k6/secrets';
import { setTimeout } from 'k6/timers';
import type { KeyLabel } from '../../src/exchange/exchange.ts';
import type { LoadConfig, LoadScript, QuotaExperiment } from '../../src/exchange/load-config.ts';
import type { K6Record } from '../../src/exchange/load-record.ts';
import { keyRedactor } from '../../src/exchange/redact.ts';
import { type FullConfig, keyLabels } from './config.ts';
import { deliverWith, type Keys } from './k6-http.ts';
import type { Surroundings } from './lab.ts';
import { epochOf, monotonic } from './time.ts';

/** `k6 run --console-output FILE --log-format raw` appends each line to FILE unbuffered, so the journal can be tailed. */
export function write(record: K6Record): void {
  console.log(JSON.stringify(record));
}

function elapsed(): number {
  return exec.instance.currentTestRunDuration;
}

/** Reads the wall clock, once for all VUs, and opens the journal. For setup. */
export function startJournal(script: LoadScript, config: LoadConfig, instance?: number): number {
  const epoch = epochOf(Date.now(), elapsed());
  const at = monotonic(epoch, elapsed)();
  write({ v: 1, kind: 'start', at, script, config, ...(instance === undefined ? {} : { instance }) });
  return epoch;
}

/** Reads the keys from the secret source; throws for a label without a value, in setup before anything is sent. */
export async function readKeys(experiments: readonly QuotaExperiment[]): Promise<Keys> {
  const keys = new Map<KeyLabel, string>();
  for (const label of keyLabels(experiments)) keys.set(label, await keyFor(label));
  return keys;
}

async function keyFor(label: KeyLabel): Promise<string> {
  try {
    return await secrets.get(label);
  } catch (cause) {
    throw new Error(`no key: the secret file needs a line ${label}=KEY`, { cause });
  }
}

export function surroundings(
  config: FullConfig<QuotaExperiment>,
  instance: string,
  epoch: number,
  keys: Keys,
): Surroundings {
  return {
    run: config.run,
    instance,
    now: monotonic(epoch, elapsed),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    deliver: deliverWith(config.baseUrl, keys, config.timeoutSeconds),
    write,
    // k6's own redaction does not reach its console file.
    redact: keyRedactor(keys),
  };
}
