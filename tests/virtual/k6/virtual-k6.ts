import { appendFileSync } from 'node:fs';
import type { Child, ChildEnd, ChildOptions, K6Launcher } from '../../../src/io/io.ts';
import { K6NotFoundError } from '../../../src/k6/find/binary.ts';
import type { ExperimentOptions } from '../../matrix/limit-matrix.ts';
import { LOAD_SCRIPTS } from '../../support/built.ts';
import type { World } from '../world.ts';
import { parseArguments } from './arguments.ts';
import { createTestRun } from './test-run.ts';

/** Milliseconds until k6 is there, about as long as the real one takes. */
const STARTS_IN = 100;

/**
 * k6 without k6: runs the bundled load scripts in this process, in virtual time, over the network of a test. It imitates k6 2.2.0 as
 * far as our scripts and src/k6 can tell: command line, console file, secrets, executors, HTTP, thresholds, exit codes, signals. The
 * parity test (tests/process/virtual-k6.test.ts) compares it with the real one.
 *
 * Not imitated: everything that no load script uses, TLS, the time that code takes, and the engine: a script that Node understands
 * and k6 does not works here.
 */
export function virtualK6({ clock, network: { connect } }: Pick<World, 'clock' | 'network'>): K6Launcher {
  const start = (options: ChildOptions): Child => {
    const args = parseArguments(options);
    let stderrTail = '';
    const log = (text: string) => {
      stderrTail += `${text}\n`;
    };
    const print = (line: string) => appendFileSync(args.console, `${line}\n`);
    const testRun = createTestRun({ clock, connect, args, print, log });
    let end: (code: number | null, by?: NodeJS.Signals | null) => void = () => {};
    const ended = new Promise<ChildEnd>((resolve) => {
      end = (code, signal = null) => {
        testRun.halt();
        resolve({ code, signal, stderrTail });
      };
    });
    clock.after(STARTS_IN, () => {
      testRun.run().then(end, (error) => {
        log(String(error));
        end(255);
      });
    });
    options.signal?.addEventListener('abort', testRun.interrupt, { once: true });
    return { ended, kill: () => end(null, 'SIGKILL') };
  };

  const find: K6Launcher['find'] = async () => ({ path: 'k6', version: 'v2.2.0', source: 'path', notes: [] });

  return { find, start };
}

/** What an experiment in a world needs, to record without a command. */
export const experimentIn = (world: World): ExperimentOptions => ({
  io: { ...world, k6: virtualK6(world), env: {} },
  k6: { path: '/virtual/k6', version: 'v2.2.0' },
  script: LOAD_SCRIPTS.quota,
  windowSeconds: 60,
});

/** A machine that has neither k6 nor Go. */
export const missingK6: K6Launcher = {
  find: async () => {
    throw new K6NotFoundError(['No k6 on PATH', 'No Go on PATH to build k6 with. Install it from https://go.dev/dl/']);
  },
  start: () => {
    throw new TypeError('there is no k6 to start');
  },
};
