import { readFileSync } from 'node:fs';
import type { ConstantArrivalRateScenario, PerVUIterationsScenario } from 'k6/options';
import type { Clock, Connect } from '../../../src/io/io.ts';
import { dateOf } from '../clock.ts';
import type { K6Arguments } from './arguments.ts';
import { httpClient, type Params } from './http.ts';
import type { Script } from './script.ts';

/** A scenario of one of the executors that the load scripts use. */
export type Scenario = Partial<
  Omit<PerVUIterationsScenario, 'executor'> & Omit<ConstantArrivalRateScenario, 'executor'>
>;

/** What all VUs of a run share. */
export interface TestRunContext {
  readonly clock: Clock;
  readonly connect: Connect;
  readonly args: K6Arguments;
  readonly script: Script;
  /** Appends a line to the console file. */
  readonly print: (line: string) => void;
  /** Writes to stderr. */
  readonly log: (text: string) => void;
  /** Adds to a counter of the scenario. */
  readonly count: (name: string, scenario: string, value: number) => void;
  /** `exec.test.abort`. */
  readonly abort: (reason: string) => void;
  startedAt: number;
  /** The exported options. Each threshold says `count==N` of a counter of one scenario. */
  options: {
    readonly scenarios: Readonly<Record<string, Scenario>>;
    readonly thresholds: Readonly<Record<string, readonly string[]>>;
    readonly userAgent?: string;
    readonly noConnectionReuse?: boolean;
  };
}

/** `exec.scenario` of an iteration. */
interface Scope {
  readonly name: string;
  /** In whole milliseconds. */
  readonly startTime: number;
  readonly iterationInTest: number;
}

/** How a call ended: null if it was cut. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown } | null;

export type Vu = ReturnType<typeof createVu>;

/** A virtual user: an own evaluation of the script. Throws what the script throws at its top level. */
export function createVu(world: TestRunContext, id: number) {
  const { clock, args } = world;
  let alive = true;
  let cut = () => {};
  let scope: Scope = { name: '', startTime: 0, iterationInTest: 0 };
  let client: ReturnType<typeof httpClient> | undefined;

  const request = async (method: string, url: string, body: string | null, params?: Params) => {
    if (!alive) return new Promise<never>(() => {});
    client ??= httpClient(world);
    const response = await client.request(method, url, body, params);
    // The reason is excluded, as k6 does when it has secrets.
    if (response.status === 0) world.log('Request Failed');
    return response;
  };

  const execution = {
    instance: {
      get currentTestRunDuration() {
        return clock.now() - world.startedAt;
      },
    },
    get scenario() {
      return scope;
    },
    vu: { idInTest: id },
    test: {
      options: args.segment,
      abort: (reason = '') => {
        world.abort(reason);
        throw new Error(`test aborted: ${reason}`);
      },
    },
  };

  class Counter {
    readonly add: (value: number) => void;
    constructor(name: string) {
      this.add = (value) => alive && world.count(name, scope.name, value);
    }
  }

  const modules: Readonly<Record<string, object>> = {
    'k6/execution': { default: execution },
    'k6/http': {
      default: { asyncRequest: request, request, setResponseCallback: () => {}, expectedStatuses: () => ({}) },
    },
    'k6/metrics': { Counter },
    'k6/secrets': { default: { get: async (name: string) => args.secrets[name] ?? Promise.reject('no value') } },
    'k6/timers': { setTimeout: (action: () => void, duration: number) => void clock.after(duration, action) },
  };

  const exports = world.script({
    require: (name) => ({ __esModule: true, ...modules[name] }),
    Date: dateOf(clock),
    console: { log: (text) => alive && world.print(text) },
    open: (path) => readFileSync(path, 'utf8'),
    __ENV: args.env,
  });

  return {
    exports,
    /** Calls a function of the script. The call ends when its promise settles: k6 would also wait for timers that nobody awaits. */
    call: (name: string, data: unknown, within = scope) =>
      new Promise<Outcome>((resolve) => {
        scope = within;
        cut = () => resolve(null);
        const called = async () => (exports[name] as (data: unknown) => unknown)(data);
        called().then(
          (value) => resolve({ value }),
          (error) => resolve({ error }),
        );
      }),
    /** Ends the call under way: what it waits for never comes, and nothing it does has an effect any more. */
    end: () => {
      alive = false;
      cut();
      client?.close();
    },
  };
}
