/**
 * One step of a capacity run: requests at a constant rate, distributed over many keys. Records one line per request, and how late the
 * generator was. Never judges: `storecheck capacity` decides after each step. The step ends early after a 429, 401 or 403, and if the first
 * request of the run gets no response; after NOT_AFTER, it sends nothing. On several machines, k6 gets --execution-segment and
 * --execution-segment-sequence, in as many equal parts as CONFIG has instances.
 */
import exec from 'k6/execution';
import http, { type Response } from 'k6/http';
import { setTimeout } from 'k6/timers';
import { KEY_PROBLEMS } from '../src/capacity/step-numbers.ts';
import { statusName } from '../src/exchange/exchange.ts';
import type { Sample } from '../src/exchange/records/capacity-record.ts';
import type { CapacityConfig } from '../src/exchange/records/load-config.ts';
import { keyRedactor } from '../src/exchange/redact.ts';
import { idsIn, inMicroseconds, instanceOf, keyOf, operationOf, requestFor } from './experiment/capacity-step.ts';
import { LIST_ALL } from './experiment/experiment-request.ts';
import { closePaced, keys, paramsFor, readLoadConfig, startJournal, write } from './runtime/k6-environment.ts';
import { capacityScenarios, optionsFor, stepSeconds } from './runtime/scenario.ts';

const config = readLoadConfig<CapacityConfig>();
const { baseUrl, experiments, instances = 1, run, step } = config;

export const options = {
  ...optionsFor([{ windowSeconds: 60 }], capacityScenarios(config), []),
  // Customers reuse connections. Go may then repeat a GET unseen; `fresh` limits how often that can be.
  noConnectionReuse: false,
};

type Setup = Awaited<ReturnType<typeof setup>>;

export async function setup() {
  const number = instance();
  const notAfter = __ENV['NOT_AFTER'];
  // The pods of a cluster may get their nodes long after the run stopped waiting for them.
  if (notAfter !== undefined && Date.now() / 1_000 > Number(notAfter))
    exec.test.abort('nothing is sent after NOT_AFTER, which commands.sh sets');
  const epoch = startJournal('capacity', config, instances === 1 ? undefined : number);
  const isFirst = step.first === 0;
  return { epoch, ids: isFirst || step.mix.get > 0 ? await askForIds(isFirst) : [] };
}

/** Requests a list, and returns its ids. If the first request of the run gets no response, nothing else is sent. */
async function askForIds(isFirst: boolean): Promise<string[]> {
  const key = keyOf(0, instance(), instances, experiments);
  const sent = now();
  const params = { ...(await paramsFor(key, LIST_ALL.body, config)), responseType: 'text' } as const;
  const response = http.request('GET', `${baseUrl}${LIST_ALL.path}`, null, params);
  const { status, error: message } = response;
  // The message may quote the server, which may echo the key.
  const error = status === 0 ? keyRedactor(keys)(message) : undefined;
  const times = { due: sent, sent, received: now() };
  record({ n: -1, key, op: 'list', ...times, status, fresh: true, ...codeOf(response), error });
  if (status in KEY_PROBLEMS || (isFirst && status === 0)) exec.test.abort(`the first list got ${statusName(status)}`);
  return status === 200 && typeof response.body === 'string' ? idsIn(response.body) : [];
}

export async function sendRequest({ epoch, ids }: Setup): Promise<void> {
  const { iterationInTest: n, startTime } = exec.scenario;
  // In the time for late requests, k6 also starts requests that the step does not have.
  if (n >= step.count) return;
  const key = keyOf(Math.floor((step.first + n) / instances), instance(), instances, experiments);
  const op = operationOf(step, n, ids);
  const request = requestFor(op, step, n, ids);
  const params = { ...(await paramsFor(key, request.body, config)), responseType: 'none' } as const;
  const sent = now();
  const response = http.request(request.method, `${baseUrl}${request.path}`, request.body, params);
  const { status, timings } = response;
  const received = now();
  const due = startTime - epoch + (n * 60_000) / step.perMinute;
  record({ n, key, op, due, sent, received, status, fresh: timings.connecting > 0, ...codeOf(response) });
  if (status in KEY_PROBLEMS) exec.test.abort(`the service returned ${status}`);
}

/** Milliseconds between two measurements. */
const INTERVAL_MS = 20;

export async function measureLag(): Promise<void> {
  const end = now() + stepSeconds(step) * 1_000;
  while (now() < end) {
    const lags: number[] = [];
    while (now() < end && lags.length < 1_000 / INTERVAL_MS) {
      const due = now() + INTERVAL_MS;
      await new Promise((resolve) => setTimeout(() => resolve(undefined), INTERVAL_MS));
      lags.push(Math.round(Math.max(0, now() - due) * 10) / 10);
    }
    write({ v: 1, kind: 'lag', at: inMicroseconds(now()), lags });
  }
}

/** Writes the closing lines: a journal without them is cut off. storecheck counts the lines of requests. */
export function teardown({ epoch }: Setup): void {
  const name = instances === 1 ? 'load' : `load.${instance()}`;
  for (const { key } of experiments) closePaced({ run, key, instance: name, startedAt: epoch, planned: step.count });
}

/** Milliseconds since this k6 began, on a monotonic clock. */
const now = (): number => exec.instance.currentTestRunDuration;

let knownInstance: number | undefined;

/** The number of this k6 among the instances. Its options are unknown before setup. */
function instance(): number {
  knownInstance ??= instanceOf(exec.test.options, instances);
  return knownInstance;
}

const codeOf = ({ status, error_code: code }: Response): Pick<Sample, 'code'> => (status === 0 ? { code } : {});

function record(sample: Omit<Sample, 'v' | 'kind'>): void {
  const { due, sent, received } = sample;
  const times = { due: inMicroseconds(due), sent: inMicroseconds(sent), received: inMicroseconds(received) };
  write({ v: 1, kind: 'sample', ...sample, ...times });
}
