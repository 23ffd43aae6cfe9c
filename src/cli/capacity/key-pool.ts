import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { KeyLabel } from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import type { Problems } from '../console/problems.ts';
import { codeOf } from '../files/error-code.ts';
import { isPrintable, SHORTEST_KEY } from '../options/keys.ts';
import type { PooledSource } from './key-sources.ts';

/** Values of keys by plan. None is ever repeated in a message. */
export type KeyPool = ReadonlyMap<string, readonly string[]>;

/** The keys themselves, in the order of their sources. */
export function readKeyPool(
  sources: readonly PooledSource[],
  { env, cwd }: Pick<Io, 'env' | 'cwd'>,
  problems: Problems,
): KeyPool {
  const pool = new Map<string, string[]>();
  for (const one of sources) {
    const text = textOf(one, { env, cwd }, problems);
    if (text === undefined) continue;
    const keys = text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const odd = keys.findIndex((key) => key.length < SHORTEST_KEY || !isPrintable(key));
    if (keys.length === 0) problems.add(`${one.where} is empty; it must hold keys, one a line`);
    else if (odd !== -1)
      problems.add(
        `${one.where}: key ${odd + 1} is no key: at least ${SHORTEST_KEY} printable ASCII characters without blanks`,
      );
    pool.set(one.plan, [...(pool.get(one.plan) ?? []), ...keys]);
  }
  const all = [...pool.values()].flat();
  if (new Set(all).size < all.length)
    problems.add(`${all.length - new Set(all).size} keys were given twice; each counts once, so leave the others out`);
  if (all.length === 0)
    problems.missing(
      'no keys: give --key PLAN=file:PATH with one key a line, or capacity.keys (or a target with keys) in the configuration',
    );
  return pool;
}

function textOf(
  { where, source }: PooledSource,
  { env, cwd }: Pick<Io, 'env' | 'cwd'>,
  problems: Problems,
): string | undefined {
  if ('env' in source) return env[source.env];
  try {
    return readFileSync(resolve(cwd, source.file), 'utf8');
  } catch (error) {
    return problems.add(`${where}: cannot be read (${codeOf(error, 'unknown')})`);
  }
}

/** `pro#1` … by the order in which they were given. */
export function labelled(pool: KeyPool): Map<KeyLabel, string> {
  return new Map(
    [...pool].flatMap(([plan, keys]) => keys.map((key, index): [KeyLabel, string] => [`${plan}#${index + 1}`, key])),
  );
}
