import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { RATE_REQUIREMENTS } from '../../src/judge/limits/rates.ts';
import { LIMIT_REQUIREMENTS } from '../../src/limiter/experiment.ts';
import { temporaryFolder } from '../files.ts';
import type { Watched } from '../reference/watched.ts';
import { type Ended, everything, expectJudgedAlike, type Left, left, type Start, type Under } from './left.ts';

type Plan = 'free' | 'pro' | 'business';
type KeysByPlan = Partial<Record<Plan, string>>;

export interface PushOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly command?: 'check' | 'limits' | 'run';
  /** Values; the command gets the names of variables. */
  readonly keys: KeysByPlan;
  readonly secondKeys?: KeysByPlan;
  /** `--window`, in seconds. */
  readonly window?: number;
  readonly args?: readonly string[];
}

/** A run, with what it left in its folder. */
export interface Pushed extends Ended, Left {
  readonly secrets: readonly string[];
}

/** `storecheck limits`, `run` or `check`, by a way to start commands: under way, and to its end. */
export function pushes<Options extends object, Running extends Under>(start: Start<Options, Running>) {
  const startPush = (baseUrl: string, options: PushOptions & Options) => {
    const { command = 'limits', keys, secondKeys = {}, window, args = [], env }: PushOptions = options;
    const out = join(temporaryFolder(), 'run');
    const first = named('--key', 'FIRST', keys);
    const second = named('--second-key', 'SECOND', secondKeys);
    const windowed = window === undefined ? [] : ['--window', String(window)];
    const words = [command, '--base-url', baseUrl, ...windowed, '--out', out, ...first.args, ...second.args, ...args];
    const running = start(words, { ...options, env: { ...first.env, ...second.env, ...env } });
    const secrets = [...Object.values(keys), ...Object.values(secondKeys)];
    return { ...running, out, ended: running.ended.then((end): Pushed => ({ ...end, secrets, ...left(out) })) };
  };
  const push = (...call: Parameters<typeof startPush>): Promise<Pushed> => startPush(...call).ended;
  return { startPush, push };
}

function named(option: string, prefix: string, keys: KeysByPlan) {
  const entries = Object.entries(keys);
  return {
    args: entries.flatMap(([plan]) => [option, `${plan}=env:${prefix}_${plan.toUpperCase()}`]),
    env: Object.fromEntries(entries.map(([plan, key]) => [`${prefix}_${plan.toUpperCase()}`, key])),
  };
}

/**
 * What holds for every run, whatever the service does: it ends, says what it wrote, shows no key, keeps its files to itself, and
 * the journal judged again gives the same bytes.
 */
export async function expectSound(pushed: Pushed, ...codes: readonly number[]): Promise<void> {
  const { out, said, code } = pushed;
  expect(pushed.hung, `it hung\n${said.slice(-800)}`).toBe(false);
  expect(codes, said.slice(-3_000)).toContain(code);
  expect(said).not.toContain('internal error');
  expect(pushed.result?.exitCode).toBe(code);
  expectEveryVerdict(pushed);
  expectNoKey(pushed);
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect(mode(out)).toBe('700');
  expect([...new Set(readdirSync(out).map((file) => mode(join(out, file))))]).toEqual(['600']);
  expectJudgedAlike(pushed);
}

/** Each requirement of a plan has exactly one verdict, and one more of the check on its own plan. */
function expectEveryVerdict({ result }: Pushed): void {
  const rows = result?.requirements ?? [];
  const checked = result?.run.command === 'limits' ? undefined : result?.settings.plan;
  for (const plan of new Set(rows.flatMap((row) => (row.id.startsWith('limit.') ? [row.plan] : [])))) {
    const own = rows.filter((row) => row.plan === plan).map(({ id }) => id);
    const check = plan === checked ? RATE_REQUIREMENTS : [];
    const all = [...LIMIT_REQUIREMENTS, ...RATE_REQUIREMENTS, ...check].sort();
    expect(own.filter((id) => (all as string[]).includes(id)).sort()).toEqual(all);
  }
}

/** No key stands in any text that a run left. */
export function expectNoKey({ out, stdout, stderr, secrets }: Pushed): void {
  const leaks = Object.entries(everything({ out, stdout, stderr })).filter(([, text]) =>
    secrets.some((secret) => text.includes(secret)),
  );
  expect(leaks.map(([name]) => name)).toEqual([]);
}

/** The musts that failed, e.g. `limit.status`. */
export function failedMusts({ result }: Pushed): string[] {
  const rows = result?.requirements ?? [];
  return rows.flatMap(({ id, verdict, level }) => (verdict === 'fail' && level === 'must' ? [id] : []));
}

/** Ids of the requirements of the limits with this verdict. */
export function limitsWith(verdict: string, { result }: Pushed): string[] {
  const rows = result?.requirements ?? [];
  return rows.flatMap((row) => (row.id.startsWith('limit.') && row.verdict === verdict ? [row.id] : []));
}

/** Why a requirement was not decided. */
export function reasonOf({ result }: Pushed, id: string): string | undefined {
  return result?.requirements.find((row) => row.id === id)?.reason;
}

/** Answers of a server with 429. */
export const refusalsOf = ({ received }: Pick<Watched, 'received'>): number =>
  received().filter(({ status }) => status === 429).length;
