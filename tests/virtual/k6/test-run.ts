import { milliseconds } from './arguments.ts';
import { compileScript } from './script.ts';
import { createVu, type Outcome, type Scenario, type TestRunContext, type Vu } from './vu.ts';

/** k6's exit codes (go.k6.io/k6/errext/exitcodes). */
const CODES = { thresholds: 99, externalAbort: 105, scriptException: 107, scriptAborted: 108 } as const;

/** In milliseconds: sums of floats. */
const ROUNDING = 1e-6;

/** One run of a script in k6's order: init, setup, scenarios side by side, teardown, thresholds. */
export function createTestRun(shared: Pick<TestRunContext, 'clock' | 'connect' | 'args' | 'print' | 'log'>) {
  const { clock, log, args } = shared;
  const { index, of } = args.part;
  const stop = new AbortController();
  const vus: Vu[] = [];
  const counts = new Map<string, number>();
  /** The first reason to end early wins. */
  let code: number | undefined;
  let opened = 0;

  /** Cuts all iterations at once. */
  const endWith = (reason: number) => {
    code ??= reason;
    stop.abort();
    for (const vu of vus) vu.end();
  };
  const world: TestRunContext = {
    ...shared,
    script: compileScript(args.script),
    options: { scenarios: {}, thresholds: {} },
    startedAt: 0,
    count: (name, scenario, value) => {
      const metric = `${name}{scenario:${scenario}}`;
      counts.set(metric, (counts.get(metric) ?? 0) + value);
    },
    abort: (reason) => {
      log(`test aborted: ${reason}`);
      endWith(CODES.scriptAborted);
    },
  };
  const open = (id = 0): Vu => {
    const vu = createVu(world, id);
    vus.push(vu);
    return vu;
  };

  /** Calls setup or teardown in a VU of its own. What it returns passes through Go. */
  const callOnce = async (name: 'setup' | 'teardown', data?: unknown): Promise<unknown> => {
    const vu = open();
    const outcome: Outcome = name in vu.exports ? await vu.call(name, data) : { value: null };
    vu.end();
    if (outcome !== null && 'value' in outcome) return JSON.parse(JSON.stringify(outcome.value ?? null));
    if (outcome !== null && code === undefined) {
      log(String(outcome.error));
      endWith(CODES.scriptException);
    }
    return null;
  };

  /**
   * Starts iteration k at k periods after the start, the one that is due at the very end included, or one for each VU at once. Divided
   * among segments, each takes every n-th. An iteration that finds no free VU is dropped; VUs beyond the pre-allocated ones are not
   * imitated, and neither is the end of iterations that exceed their time.
   */
  const runScenario = async (name: string, scenario: Scenario, data: unknown): Promise<void> => {
    const { startTime = '0s', vus: users = 0, preAllocatedVUs = users, rate = 1, timeUnit = '0s' } = scenario;
    const until = async (at: number) => {
      if (at > clock.now()) await clock.sleep(at - clock.now(), stop.signal).catch(() => undefined);
    };
    await until(clock.now() + milliseconds(startTime));
    const begun = clock.now();
    const free = Array.from({ length: preAllocatedVUs / of }, () => open(opened++ * of + index + 1));
    const period = milliseconds(timeUnit) / rate;
    const duration = milliseconds(scenario.duration ?? '0s');
    const ticks = period === 0 ? users : Math.floor((duration + ROUNDING) / period) + 1;
    const running: Promise<void>[] = [];
    for (let tick = index; tick < ticks; tick += of) {
      await until(begun + tick * period);
      if (stop.signal.aborted) break;
      const vu = free.shift();
      const iteration = { name, startTime: Math.floor(begun), iterationInTest: tick };
      if (vu === undefined) world.count('dropped_iterations', name, 1);
      else
        running.push(
          vu.call(scenario.exec ?? 'default', data, iteration).then((outcome) => {
            free.push(vu);
            if (outcome === null) return;
            world.count('iterations', name, 1);
            if ('error' in outcome) log(String(outcome.error));
          }),
        );
    }
    await until(begun + duration);
    await Promise.all(running);
    for (const vu of free) vu.end();
  };

  /** Runs the script from its first line to its thresholds. Resolves to the exit code. */
  const run = async (): Promise<number> => {
    try {
      world.options = open().exports['options'] as TestRunContext['options'];
    } catch (error) {
      log(String(error));
      return CODES.scriptException;
    }
    world.startedAt = clock.now();
    const data = await callOnce('setup');
    // Without a setup there is no teardown either.
    if (code !== undefined) return code;
    const { scenarios, thresholds } = world.options;
    await Promise.all(Object.entries(scenarios).map(([name, scenario]) => runScenario(name, scenario, data)));
    await callOnce('teardown', data);
    if (code !== undefined) return code;
    const crossed = Object.entries(thresholds).filter(
      ([metric, [condition]]) => condition !== `count==${counts.get(metric) ?? 0}`,
    );
    if (crossed.length === 0) return 0;
    log(`thresholds on metrics '${crossed.map(([metric]) => metric).join(', ')}' have been crossed`);
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
    halt: () => endWith(0),
  };
}
