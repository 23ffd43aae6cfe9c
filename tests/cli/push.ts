import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Reference } from '../../src/reference/index.ts';
import { expectSchema } from '../results-schema.ts';
import { expectJudgedAlike, type Left, left } from './left.ts';
import { type Ended, type RunOptions, start, temporaryFolder } from './run.ts';

type Plan = 'free' | 'pro' | 'business';
type KeysByPlan = Partial<Record<Plan, string>>;

export interface PushOptions extends RunOptions {
  readonly command?: 'limits' | 'run';
  /** Values; the command gets the names of variables. */
  readonly keys: KeysByPlan;
  readonly secondKeys?: KeysByPlan;
  /** `--window`, in seconds. */
  readonly window?: number;
  readonly args?: readonly string[];
}

/** A run that pushes limits, with what it left in its folder. */
export interface Pushed extends Ended, Left {
  readonly secrets: readonly string[];
}

/** The shortest in which neither the rounding of a second nor a busy machine hides what is to be seen. */
export const WINDOW_SECONDS = 6;

/** Several of them wait at the same time. */
export const DEADLINE_MS = 55_000;

/** `storecheck limits`, or `run`, under way. */
export async function startPush(baseUrl: string, options: PushOptions) {
  const { command = 'limits', keys, secondKeys = {}, window = WINDOW_SECONDS } = options;
  const out = join(temporaryFolder(), 'run');
  const first = named('--key', 'FIRST', keys);
  const second = named('--second-key', 'SECOND', secondKeys);
  const args = [command, '--base-url', baseUrl, '--window', String(window), '--out', out];
  const { child, ended } = await start([...args, ...first.args, ...second.args, ...(options.args ?? [])], {
    deadlineMs: DEADLINE_MS,
    ...options,
    env: { ...first.env, ...second.env, ...options.env },
  });
  const secrets = [...Object.values(keys), ...Object.values(secondKeys)];
  return { child, out, ended: ended.then((end): Pushed => ({ ...end, secrets, ...left(out) })) };
}

/** `storecheck limits`, or `run`, to its end. */
export async function push(baseUrl: string, options: PushOptions): Promise<Pushed> {
  return (await startPush(baseUrl, options)).ended;
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
  expect(said).not.toContain('a fault of storecheck');
  expect(pushed.result?.exitCode).toBe(code);
  expectSchema(pushed.result);
  expectNoKey(pushed);
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect(mode(out)).toBe('700');
  expect([...new Set(readdirSync(out).map((file) => mode(join(out, file))))]).toEqual(['600']);
  expectJudgedAlike(pushed);
}

/** No key stands in any text that a run left. */
export function expectNoKey({ out, stdout, stderr, secrets }: Pushed): void {
  const files = existsSync(out) ? readdirSync(out) : [];
  const texts = [
    ['stdout', stdout],
    ['stderr', stderr],
    ...files.map((name) => [name, readFileSync(join(out, name), 'utf8')]),
  ];
  const leaks = texts.filter(([, text = '']) => secrets.some((secret) => text.includes(secret)));
  expect(leaks.map(([name]) => name)).toEqual([]);
}

/** Bad luck of ours or of the network is never held against the service. */
export async function expectNoFalseAlarm(pushed: Pushed): Promise<void> {
  expect(failedMusts(pushed), pushed.said.slice(-3_000)).toEqual([]);
  await expectSound(pushed, 0, 3);
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

/** Waits until it is so, 20 s at most. */
export async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition() && waited < 20_000; waited += 10) await sleep(10);
  expect(condition()).toBe(true);
}

/** One list with this key: its status. */
export async function ask(baseUrl: string, key: string): Promise<number> {
  const response = await fetch(`${baseUrl}/pets?limit=1`, { headers: { authorization: `Bearer ${key}` } });
  await response.arrayBuffer();
  return response.status;
}

/** Answers of a server with 429. */
export function refusalsOf(server: Pick<Reference, 'counts'>): number {
  const counts = Object.entries(server.counts());
  return counts.reduce((sum, [kind, count]) => sum + (kind.endsWith(' 429') ? count : 0), 0);
}

/** Pids of the processes that this one started and that are alive (Linux). */
export function childrenOf(pid: number | undefined): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((name) => parentOf(name) === String(pid)).map(Number);
}

function parentOf(pid: string): string | undefined {
  try {
    // The name in parentheses may hold anything.
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[1];
  } catch {
    return undefined;
  }
}
