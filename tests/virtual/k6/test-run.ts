import { runScenario, type Scenario } from './executors.ts';
import type { Thresholds } from './metrics.ts';
import { createVu, type Outcome, type Vu, type World } from './vu.ts';

/** k6's exit codes (go.k6.io/k6/errext/exitcodes). */
const CODES = {
  ok: 0,
  thresholds: 99,
  externalAbort: 105,
  scriptException: 107,
  scriptAborted: 108,
} as const;

export type TestRun = ReturnType<typeof createTestRun>;

interface Options {
  readonly scenarios: Readonly<Record<string, Scenario>>;
  readonly thresholds: Thresholds;
}

type Shared = Omit<World, 'abort' | 'options' | 'progress'>;

/** One run of a script in k6's order: init, setup, scenarios side by side, teardown, thresholds. */
export function createTestRun(shared: Shared) {
  const { clock, metrics, log, args } = shared;
  const { segment } = args;
  const progress = { startedAt: clock.now() };
  const stop = new AbortController();
  const vus: Vu[] = [];
  let options: Options = { scenarios: {}, thresholds: {} };
  /** The first reason to end early wins. */
  let code: number | null = null;

  const world: World = {
    ...shared,
    progress,
    options: () => options as unknown as Readonly<Record<string, unknown>>,
    abort: (reason) => {
      log(`test aborted: ${reason}`);
      endWith(CODES.scriptAborted);
    },
  };
  const endWith = (reason: number) => {
    code ??= reason;
    stop.abort();
  };
  const open = (id: number): Vu => {
    const vu = createVu(world, id);
    vus.push(vu);
    return vu;
  };

  /** Calls setup or teardown in a VU of its own. */
  const callOnce = async (name: 'setup' | 'teardown', data: unknown): Promise<unknown> => {
    const vu = open(0);
    if (typeof vu.exports[name] !== 'function') return undefined;
    if (name === 'setup') stop.signal.addEventListener('abort', vu.cut, { once: true });
    const outcome = await vu.call(name, data, { kind: name });
    stop.signal.removeEventListener('abort', vu.cut);
    vu.close();
    if (outcome.kind === 'error' && code === null) {
      log(String(outcome.error));
      endWith(CODES.scriptException);
    }
    return outcome.kind === 'value' ? passedOn(outcome.value) : undefined;
  };

  const runScenarios = async (data: unknown): Promise<void> => {
    const scenarios = Object.entries(options.scenarios);
    let opened = 0;
    const take = () => {
      const id = opened * segment.of + segment.index + 1;
      opened += 1;
      return open(id);
    };
    const ended = (scenario: string, outcome: Outcome) => {
      if (outcome.kind === 'cut') return;
      metrics.add('iterations', scenario, 1);
      if (outcome.kind === 'error') log(String(outcome.error));
    };
    const crew = { clock, metrics, segment, data, take, ended, signal: stop.signal };
    await Promise.all(scenarios.map(([name, scenario]) => runScenario(name, scenario, crew)));
  };

  /** Runs the script from its first line to its thresholds. Resolves to the exit code. */
  const run = async (): Promise<number> => {
    try {
      options = open(0).exports['options'] as Options;
    } catch (error) {
      log(String(error));
      return CODES.scriptException;
    }
    progress.startedAt = clock.now();
    const data = await callOnce('setup', undefined);
    // Without a setup there is no teardown either.
    if (code !== null) return code;
    await runScenarios(data);
    await callOnce('teardown', data);
    if (code !== null) return code;
    const crossed = metrics.crossed(options.thresholds);
    if (crossed.length === 0) return CODES.ok;
    log(`thresholds on metrics '${crossed.join(', ')}' have been crossed`);
    return CODES.thresholds;
  };

  return {
    run,
    /** The first SIGINT: iterations are cut at once, teardown runs. */
    interrupt: () => {
      endWith(CODES.externalAbort);
      log("test run was aborted because k6 received a 'interrupt' signal");
    },
    /** What the end of the process does: closes everything. */
    halt: () => {
      stop.abort();
      for (const vu of vus) vu.close();
    },
  };
}

/** What setup returns passes through Go. */
const passedOn = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
