import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { expect, vi } from 'vitest';
import { BUILT } from '../support/built.ts';
import { temporaryFolder } from '../support/files.ts';
import { type Ended, endedWith, runs } from '../support/runs.ts';

/** A run that takes longer is killed. A busy machine is several times slower than an idle one. */
const DEADLINE_MS = 100_000;

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Another node, or node's own options, in front of the command's file. */
  readonly node?: readonly string[];
  /** The command's file. Default: the one that was built. */
  readonly script?: string;
}

export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ended>;
}

const STATE = temporaryFolder();

/** What the tests of this worker have started and that has not ended. */
const running = new Set<ChildProcess>();

/** What a failed test leaves running ends with its file: tests/clean-up.ts. */
export function endProcesses(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Starts the command as a user would. Without the keys of the environment, and without colours. */
export function start(args: readonly string[], options: RunOptions = {}): Running {
  const { env = {}, node = [process.execPath], script = BUILT } = options;
  const [program = process.execPath, ...before] = node;
  const environment = Object.entries(process.env).filter(
    ([name]) => !/^(STORE_|NODE_|FORCE_|VITEST|GITHUB_|GITLAB_|CI$)/.test(name),
  );
  const began = performance.now();
  const child = spawn(program, [...before, script, ...args], {
    cwd: options.cwd ?? temporaryFolder(),
    // A ledger of its own, so that no test counts for the next run.
    env: { ...Object.fromEntries(environment), XDG_STATE_HOME: STATE, ...env },
    timeout: DEADLINE_MS,
    killSignal: 'SIGKILL',
  });
  running.add(child);
  const chunks = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      chunks[name] += text;
    });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      running.delete(child);
      resolve(endedWith(code, chunks.stdout, chunks.stderr, performance.now() - began));
    });
  });
  return { child, ended };
}

export const run = (args: readonly string[], options: RunOptions = {}): Promise<Ended> => start(args, options).ended;
export const { startCheck, check, startLimits, runLimits } = runs(start);

/** Waits until it is so: on a busy machine nearly as long as a test may take. */
export const until = (condition: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(condition()).toBe(true), { timeout: 100_000, interval: 10 });
