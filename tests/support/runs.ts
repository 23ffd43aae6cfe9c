import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { validateResult } from '../../generated/result.js';
import { traceOf } from '../../src/cli/files/read-recorded.ts';
import { buildResult } from '../../src/result/build-result.ts';
import type { Result } from '../../src/result/result.ts';
import { inertJson } from '../../src/text/inert.ts';
import { judgeRun } from '../../src/verdicts/judge-run.ts';
import { LOAD_REQUIREMENTS } from '../../src/verdicts/limits/plan-rate-headers.ts';
import { temporaryFolder } from './files.ts';
import type { Watched } from './servers.ts';

export const FREE_KEY = 'ask_free_9fK2mQx7LpT4vRz8WbN1';
export const PRO_KEY = 'ask_pro_B7nWk4ZtRf9LmCx2QvH8j';

/** How a command ended, in this process or in one of its own. */
export interface Ended {
  /** Null if it did not end by itself. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout and stderr. */
  readonly said: string;
  /** The same on one line, so that a sentence is found although it was wrapped. */
  readonly unwrapped: string;
  readonly milliseconds: number;
}

export function endedWith(code: number | null, stdout: string, stderr: string, milliseconds: number): Ended {
  const said = `${stdout}\n${stderr}`;
  return { code, stdout, stderr, said, unwrapped: said.replace(/\s+/g, ' '), milliseconds };
}

/** A way to start a command: in this process, or in one of its own. */
type Start<Options, Running> = (
  words: readonly string[],
  options?: Options,
) => Running & { readonly ended: Promise<Ended> };

/** What a run left in its folder. */
export interface Left {
  readonly out: string;
  readonly result: Result | undefined;
  readonly journal: string;
}

export function left(out: string): Left {
  const journal = join(out, 'exchanges.ndjson');
  return {
    out,
    journal: existsSync(journal) ? readFileSync(journal, 'utf8') : '',
    result: existsSync(join(out, 'results.json')) ? resultIn(out) : undefined,
  };
}

export function resultIn(out: string): Result {
  return JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Result;
}

/** Judging the journal again gives the same bytes, which match the schema. In this process, because a command takes longer to start. */
export function expectJudgedAlike({ out, code }: Pick<Left, 'out'> & Pick<Ended, 'code'>): void {
  const trace = traceOf(out, { cwd: '/' });
  const again = buildResult(trace, judgeRun(trace), ['must']);
  // As it is written, without undefined members.
  expect(validateResult(JSON.parse(JSON.stringify(again))) ? [] : validateResult.errors).toEqual([]);
  expect(again.requests.sent).toBeLessThanOrEqual(again.requests.planned);
  expect(again.exitCode).toBe(code);
  expect(
    `${inertJson(again, 2)}\n` === readFileSync(join(out, 'results.json'), 'utf8'),
    'judged again, other bytes',
  ).toBe(true);
}

/** Every text that a run left anywhere: its files, stdout and stderr. */
export function everything(run: Pick<Left & Ended, 'out' | 'stdout' | 'stderr'>): Record<string, string> {
  const { out, stdout, stderr } = run;
  const files = existsSync(out) ? readdirSync(out) : [];
  return { stdout, stderr, ...Object.fromEntries(files.map((file) => [file, readFileSync(join(out, file), 'utf8')])) };
}

export interface RunsOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly command?: 'check' | 'limits' | 'run';
  /** Values; the command gets the names of variables. Default: one key of the plan Pro. */
  readonly keys?: Partial<Record<'free' | 'pro' | 'business', string>>;
  readonly args?: readonly string[];
}

/** A run, with what it left in its folder. */
export interface EndedRun extends Ended, Left {
  readonly secrets: readonly string[];
}

/** Runs commands in one way: starts them, or waits for their end and reads what they left. */
export function runs<Options extends object, Running>(start: Start<Options, Running>) {
  const starting = (usual: 'check' | 'limits') => (baseUrl: string, options?: RunsOptions & Options) => {
    const { command = usual, keys = { pro: PRO_KEY }, args = [] }: RunsOptions = options ?? {};
    const out = join(temporaryFolder(), 'run');
    const variables = Object.entries(keys).map(([plan, key]) => ({ plan, name: `KEY_${plan.toUpperCase()}`, key }));
    const named = variables.flatMap(({ plan, name }) => ['--key', `${plan}=env:${name}`]);
    const words = [command, '--base-url', baseUrl, '--out', out, ...named, ...args];
    const env = { ...Object.fromEntries(variables.map(({ name, key }) => [name, key])), ...options?.env };
    const running = start(words, { ...(options as Options), env });
    const secrets = Object.values(keys);
    return { ...running, ended: running.ended.then((end): EndedRun => ({ ...end, secrets, ...left(out) })) };
  };
  const [startCheck, startLimits] = [starting('check'), starting('limits')];
  type Call = Parameters<typeof startCheck>;
  const check = (...call: Call): Promise<EndedRun> => startCheck(...call).ended;
  const runLimits = (...call: Call): Promise<EndedRun> => startLimits(...call).ended;
  return { startCheck, check, startLimits, runLimits };
}

/**
 * Expects what holds for every run, whatever the service does: it ends, says what it wrote, shows no key, and judging its journal again
 * gives the same bytes.
 */
export function expectSound(run: EndedRun, ...codes: readonly number[]): void {
  const { said, code } = run;
  expect(codes, said.slice(-3_000)).toContain(code);
  expect(said).not.toContain('internal error');
  expect(run.result?.exitCode).toBe(code);
  expectEveryVerdict(run);
  const leaks = Object.entries(everything(run)).filter(([, text]) => run.secrets.some((key) => text.includes(key)));
  expect(leaks.map(([name]) => name)).toEqual([]);
  expectJudgedAlike(run);
}

/** Each requirement of a plan has exactly one verdict, and one more of the check on its own plan. */
function expectEveryVerdict({ result }: EndedRun): void {
  const rows = result?.requirements ?? [];
  const checked = result?.run.command === 'limits' ? undefined : result?.settings.plan;
  for (const plan of new Set(rows.flatMap((row) => (row.id.startsWith('limit.') ? [row.plan] : [])))) {
    const own = rows.filter((row) => row.plan === plan).map(({ id }) => id);
    const check = plan === checked ? LOAD_REQUIREMENTS.filter((id) => id.startsWith('rate.')) : [];
    const all = [...LOAD_REQUIREMENTS, ...check].sort();
    expect(own.filter((id) => (all as string[]).includes(id)).sort()).toEqual(all);
  }
}

/** The number of 429 responses of a server. */
export const refusalsOf = ({ statuses }: Pick<Watched, 'statuses'>): number =>
  statuses.filter((status) => status === 429).length;
