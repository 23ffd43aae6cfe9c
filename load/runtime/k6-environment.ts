import exec from 'k6/execution';
import http from 'k6/http';
import secrets from 'k6/secrets';
import { setTimeout } from 'k6/timers';
import type { KeyExperiment, LoadConfig, LoadScript } from '../../src/exchange/records/load-config.ts';
import type { Closing, K6Record } from '../../src/exchange/records/load-record.ts';
import type { KeyLabel } from '../../src/exchange/records/types.ts';
import { keyRedactor } from '../../src/exchange/redact.ts';
import { headersFor } from '../experiment/experiment-request.ts';
import { openRecorder, type Recorder } from '../experiment/recorder.ts';

/** The settings in the JSON file named by CONFIG, as storecheck writes it. Its paths are absolute: k6 resolves others from the script. */
export function readLoadConfig<Config extends LoadConfig>(): Config {
  const { CONFIG } = __ENV;
  if (CONFIG === undefined) throw new Error('CONFIG must name the configuration that storecheck writes');
  return JSON.parse(open(CONFIG));
}

/** Every status is expected here: otherwise k6 counts a 429 as a failed request. The judge decides about statuses. */
http.setResponseCallback(http.expectedStatuses({ min: 100, max: 599 }));

/** The keys that this VU has read. */
export const keys = new Map<KeyLabel, string>();

async function readKey(label: KeyLabel): Promise<string> {
  const key = keys.get(label) ?? (await secrets.get(label));
  keys.set(label, key);
  return key;
}

/** The parameters with which k6 sends a request with the key of that label. */
export async function paramsFor(label: KeyLabel, body: string | null, { timeoutSeconds }: LoadConfig) {
  return { headers: headersFor(await readKey(label), body), redirects: 0, timeout: `${timeoutSeconds}s` } as const;
}

/** A recorder in k6. Its records have its name: by default the VU. Each request has its own connection (noConnectionReuse). */
export async function recorderOf(
  config: LoadConfig,
  experiment: KeyExperiment,
  epoch: number,
  recorderName = `${exec.scenario.name}.${exec.vu.idInTest}`,
): Promise<Recorder> {
  const { key: first, secondKey = first } = experiment;
  for (const label of [first, secondKey]) await readKey(label);
  return openRecorder(experiment, {
    run: config.run,
    recorderName,
    now: () => epoch + exec.instance.currentTestRunDuration,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    deliver: async ({ method, path, body }, key) => {
      try {
        const params = { ...(await paramsFor(key, body, config)), responseType: 'text' } as const;
        const response = await http.asyncRequest(method, `${config.baseUrl}${path}`, body, params);
        const { status, error_code: code, error: message, timings } = response;
        if (status === 0) return { failure: { code: `K6_${code}`, message } };
        return { status, headers: response.headers, body: response.body, blocked: timings.blocked };
      } catch (error) {
        // k6 throws for a 101, whatever its options say.
        const message = error instanceof Error ? error.message : String(error);
        return { failure: { code: 'K6_THROWN', message } };
      }
    },
    write,
    // k6 does not redact its console file.
    redact: keyRedactor(keys),
  });
}

/** k6 has a console; @types/k6 does not declare it, and the DOM's would declare much that k6 lacks. */
declare const console: { readonly log: (text: string) => void };

/** `k6 run --console-output FILE --log-format raw` appends each line to FILE unbuffered, so the journal can be tailed. */
export function write(record: K6Record): void {
  console.log(JSON.stringify(record));
}

/** Opens the journal, in setup. Returns the wall clock at the start of the run: read once, so that a stepped clock disturbs nothing. */
export function startJournal(script: LoadScript, config: LoadConfig, instance?: number): number {
  const at = Date.now();
  const epoch = at - exec.instance.currentTestRunDuration;
  write({ v: 1, kind: 'start', at, script, config, instance });
  return epoch;
}

/** Writes the closing line of a paced experiment, in teardown. VUs share no memory, so the number of sent requests is unknown. */
export function closePaced(about: Pick<Closing, 'run' | 'key' | 'instance' | 'startedAt' | 'planned'>): void {
  // k6 has no run time in teardown ("not supported"); no verdict depends on this moment.
  write({ v: 1, kind: 'experiment', ...about, role: 'paced', sent: null, refused: 0, at: Date.now() });
}
