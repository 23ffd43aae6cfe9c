import { readFileSync } from 'node:fs';
import type { KeyLabel } from '../../exchange/index.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { codeOf } from '../error-code.ts';
import type { Problems } from '../problems.ts';
import type { CapacityOptions } from './options.ts';
import type { FromConfig } from './read-activity.ts';

/** Values of keys by plan. None is ever repeated in a message. */
export type KeyPool = ReadonlyMap<string, readonly string[]>;

/** Shorter keys would be found by chance in any text. */
const SHORTEST = 6;

/** The keys of `--key`, else of the configuration, else of STORE_API_KEY_FREE and so on. */
export function readKeyPool(
  options: CapacityOptions,
  { config }: FromConfig,
  known: readonly string[],
  env: NodeJS.ProcessEnv,
  problems: Problems,
): KeyPool {
  const pool = new Map<string, string[]>();
  const add = (plan: string, where: string, texts: readonly string[]) => {
    const keys = texts.map((text) => text.trim()).filter((text) => text !== '');
    const odd = keys.findIndex((key) => key.length < SHORTEST || !/^[\x21-\x7e]+$/.test(key));
    if (keys.length === 0) problems.add(`${where} is empty; it must hold keys, one a line`);
    else if (odd !== -1)
      problems.add(
        `${where}: key ${odd + 1} is no key: at least ${SHORTEST} printable ASCII characters without blanks`,
      );
    pool.set(plan, [...(pool.get(plan) ?? []), ...keys]);
  };
  const addFile = (plan: string, where: string, path: string) => {
    try {
      add(plan, where, readFileSync(path, 'utf8').split(/\r?\n/));
    } catch (error) {
      problems.add(`${where}: cannot be read (${codeOf(error, 'unknown')})`);
    }
  };
  for (const text of options.key) {
    const [plan = '', source = ''] = text.split(/=(.*)/s);
    const [kind, name = ''] = source.split(/:(.*)/s);
    const value = kind === 'env' ? env[name] : undefined;
    if (!known.includes(plan))
      problems.add(`--key: plans are ${known.join(', ')}; give --key PLAN=file:PATH or PLAN=env:NAME`);
    else if (kind === 'file') addFile(plan, `--key ${plan}: the file`, name);
    else if (value !== undefined) add(plan, `--key ${plan}: the variable`, value.split(/\r?\n/));
    else
      problems.add(
        `--key ${plan}: give a source, never a value: ${plan}=file:PATH (one key a line) or ${plan}=env:NAME of a variable that is set`,
      );
  }
  if (options.key.length === 0)
    for (const [plan, { file }] of config?.capacity?.keys ?? []) addFile(plan, `capacity.keys.${plan}: ${file}`, file);
  if (pool.size === 0 && options.key.length === 0)
    for (const plan of PLAN_NAMES) {
      const value = env[`STORE_API_KEY_${plan.toUpperCase()}`];
      if (value !== undefined) add(plan, `the variable STORE_API_KEY_${plan.toUpperCase()}`, [value]);
    }
  const all = [...pool.values()].flat();
  if (new Set(all).size < all.length)
    problems.add(`${all.length - new Set(all).size} keys were given twice; each counts once, so leave the others out`);
  if (all.length === 0)
    problems.add('no keys: give --key PLAN=file:PATH with one key a line, or capacity.keys in the configuration');
  return pool;
}

/** `pro#1` … by the order in which they were given. */
export function labelled(pool: KeyPool): Map<KeyLabel, string> {
  return new Map(
    [...pool].flatMap(([plan, keys]) => keys.map((key, index): [KeyLabel, string] => [`${plan}#${index + 1}`, key])),
  );
}
