import { readFileSync } from 'node:fs';
import type { Clock } from '../../../src/io/clock.ts';
import type { Connect } from '../../../src/io/io.ts';
import type { K6Arguments } from './arguments.ts';
import { httpClient, type Params } from './http.ts';
import type { Metrics } from './metrics.ts';
import type { Script, ScriptExports } from './script.ts';

/** What all VUs of a run share. */
export interface World {
  readonly clock: Clock;
  readonly connect: Connect;
  readonly args: K6Arguments;
  readonly script: Script;
  readonly secrets: ReadonlyMap<string, string>;
  readonly metrics: Metrics;
  /** Appends a line to the console file. */
  readonly print: (line: string) => void;
  /** Writes to stderr. */
  readonly log: (text: string) => void;
  /** `exec.test.abort`. */
  readonly abort: (reason: string) => void;
  readonly options: () => Readonly<Record<string, unknown>>;
  readonly progress: { readonly startedAt: number };
}

/** What a function of the script is called for. */
type Scope =
  | { readonly kind: 'init' | 'setup' | 'teardown' }
  | {
      readonly kind: 'iteration';
      /** Of the scenario. */
      readonly name: string;
      /** In whole milliseconds. */
      readonly startTime: number;
      readonly iterationInTest: number;
    };

export type Outcome =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'cut' };

export interface Vu {
  readonly exports: ScriptExports;
  /**
   * Calls a function of the script. A call ends when its promise settles; timers and requests that nobody awaits are dropped then,
   * while k6 would wait for them.
   */
  readonly call: (name: string, data: unknown, scope: Scope) => Promise<Outcome>;
  /** Ends the call under way: what it waits for never comes, and nothing it does has an effect any more. */
  readonly cut: () => void;
  readonly close: () => void;
}

/** A virtual user: an own evaluation of the script. Throws what the script throws at its top level. */
export function createVu(world: World, id: number): Vu {
  const { clock, args, metrics, progress } = world;
  const inFlight = new Set<() => void>();
  let scope: Scope = { kind: 'init' };
  let alive = true;
  let end: ((outcome: Outcome) => void) | undefined;

  const track = (abandon: () => void) => {
    inFlight.add(abandon);
    return () => void inFlight.delete(abandon);
  };
  const never = new Promise<never>(() => {});
  let lastTimer = 0;
  const setTimer = (action: () => void, milliseconds = 0): number => {
    lastTimer += 1;
    const timer = lastTimer;
    if (!alive) return timer;
    const cancel = clock.after(milliseconds, () => {
      forget();
      action();
    });
    const forget = track(cancel);
    return timer;
  };

  const execution = {
    instance: {
      get currentTestRunDuration() {
        return clock.now() - progress.startedAt;
      },
    },
    get scenario() {
      return scope;
    },
    vu: { idInTest: id },
    test: {
      get options() {
        const { text, sequence } = args.segment;
        return { ...world.options(), executionSegment: text, executionSegmentSequence: sequence };
      },
      abort: (reason = '') => {
        world.abort(reason);
        throw new Error(`test aborted: ${reason}`);
      },
    },
  };

  let client: ReturnType<typeof httpClient> | undefined;
  const request = async (method: string, url: string, body: string | null, params?: Params) => {
    if (!alive) return never;
    const { userAgent, noConnectionReuse } = world.options();
    client ??= httpClient({
      clock,
      connect: world.connect,
      userAgent: String(userAgent),
      reuse: noConnectionReuse !== true,
      track,
    });
    const response = await client.request(method, url, body, params);
    // The reason is excluded, as k6 does when it has secrets.
    if (response.status === 0) world.log('Request Failed');
    metrics.add('http_reqs', scope.kind === 'iteration' ? scope.name : null, 1);
    return response;
  };

  class Counter {
    readonly #name: string;
    constructor(name: string) {
      this.#name = name;
    }
    add(value: number): void {
      if (alive) metrics.add(this.#name, scope.kind === 'iteration' ? scope.name : null, value);
    }
  }

  const modules: Readonly<Record<string, object>> = {
    'k6/execution': { default: execution },
    'k6/http': {
      default: { asyncRequest: request, request, setResponseCallback: () => {}, expectedStatuses: () => ({}) },
    },
    'k6/metrics': { Counter },
    'k6/secrets': { default: { get: async (name: string) => world.secrets.get(name) ?? Promise.reject('no value') } },
    'k6/timers': { setTimeout: setTimer },
  };

  const exports = world.script({
    require: (name) => {
      const module = modules[name];
      if (module === undefined) throw new Error(`the virtual k6 has no module ${name}`);
      return { __esModule: true, ...module };
    },
    Date: dateOf(clock),
    console: { log: (text) => alive && world.print(text) },
    open: (path) => readFileSync(path, 'utf8'),
    __ENV: args.env,
  });

  const drop = () => {
    for (const abandon of inFlight) abandon();
    inFlight.clear();
  };
  const call: Vu['call'] = (name, data, given) =>
    new Promise<Outcome>((resolve) => {
      scope = given;
      end = (outcome) => {
        end = undefined;
        drop();
        resolve(outcome);
      };
      const settle = (outcome: Outcome) => end?.(outcome);
      const called = async () => (exports[name] as (data: unknown) => unknown)(data);
      called().then(
        (value) => settle({ kind: 'value', value }),
        (error) => settle({ kind: 'error', error }),
      );
    });
  const cut = () => {
    alive = false;
    end?.({ kind: 'cut' });
  };
  const close = () => {
    cut();
    drop();
    client?.close();
  };
  return { exports, call, cut, close };
}

/** A Date whose present is the clock's, in whole milliseconds. */
function dateOf(clock: Clock): DateConstructor {
  const now = () => Math.floor(clock.now());
  return new Proxy(Date, {
    construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  });
}
