import type { KeySource } from '../../config/kinds.ts';
import { type ApiKey, apiKey } from '../../exchange/api-key.ts';
import { keyVariable } from '../../result/key-variable.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import type { Problems } from '../console/problems.ts';
import type { Call } from '../options/call.ts';
import { isPrintable, parsedSource, SHORTEST_KEY, sourceText } from '../options/keys.ts';

/** A source of keys of one plan: a file or a variable with one key per line. */
export interface PooledSource {
  readonly plan: string;
  readonly where: string;
  readonly source: KeySource;
}

/** The sources of `--key`, else of `capacity.keys`, else of the target, else STORE_API_KEY_FREE and so on. */
export function readPoolSources({ flags, from, io, problems }: Call, known: readonly string[]): PooledSource[] {
  const { key: typed = [] } = flags;
  const { config, target } = from;
  const { env } = io;
  if (typed.length > 0)
    return typed.flatMap((text) => {
      const [plan = '', typedSource = ''] = text.split(/=(.*)/s);
      const source = parsedSource(typedSource);
      if (known.includes(plan) && source !== undefined) return { plan, where: `--key ${plan}`, source };
      const problem = known.includes(plan)
        ? `--key ${plan} must name a source, not a key: ${plan}=file:PATH (one key per line), or ${plan}=env:NAME of a variable that is set`
        : `--key: unknown plan; the plans are ${known.join(', ')}: use --key PLAN=file:PATH or PLAN=env:NAME`;
      return problems.add(problem) ?? [];
    });
  const pool = [...(config?.capacity?.keys ?? [])].map(
    ([plan, { file }]): PooledSource => ({ plan, where: `capacity.keys.${plan}: ${file}`, source: { file } }),
  );
  if (pool.length > 0) return pool;
  const stated = target?.keys ?? {};
  const plans = PLAN_NAMES.filter((plan) => stated[plan] !== undefined);
  if (plans.length === 0)
    return PLAN_NAMES.flatMap((plan) => {
      const name = keyVariable(plan);
      return env[name] === undefined ? [] : [{ plan, where: `the variable ${name}`, source: { env: name } }];
    });
  return plans.flatMap((plan) =>
    (stated[plan] ?? []).flatMap((source) => {
      const path = `targets.${target?.name}.keys.${plan}`;
      const where = 'file' in source ? `${path}: ${source.file}` : `${path}: the variable ${source.env}`;
      // A load needs enough keys, not one of each plan: without any, `reportNoKeys` says how many.
      return 'file' in source || env[source.env] !== undefined ? [{ plan, where, source }] : [];
    }),
  );
}

/** The problems of too few keys, with the variables of the target that could have more. */
export function withUnset(problems: Problems, { flags, from: { config, target }, io: { env } }: Call): Problems {
  const isTarget = (flags.key ?? []).length === 0 && (config?.capacity?.keys.size ?? 0) === 0;
  const unset = (isTarget ? PLAN_NAMES : [])
    .flatMap((plan) => target?.keys?.[plan] ?? [])
    .flatMap((one) => ('env' in one && env[one.env] === undefined ? [one.env] : []));
  const ending = unset.length === 0 ? '' : ` (not set: ${unset.join(', ')})`;
  return {
    ...problems,
    add: (problem) => problems.add(`${problem}${ending}`),
    missing: (problem) => problems.missing(`${problem}${ending}`),
  };
}

const MOST_LINES = 10;

/** The keys by plan: `pro#1` … in the order of their sources. No message contains a key. */
export function readKeyPool(sources: readonly PooledSource[], call: Call): ReadonlyMap<string, readonly ApiKey[]> {
  const { problems } = call;
  const pool = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const one of sources) {
    const text = sourceText(`${one.where}: `, one.source, call);
    if (text === undefined) continue;
    const lines = text
      .split(/\r?\n/)
      .map((line, index) => ({ key: line.trim(), line: index + 1 }))
      .filter(({ key }) => key !== '');
    const keys = lines.map(({ key }) => key);
    const odd = lines.find(({ key }) => key.length < SHORTEST_KEY || !isPrintable(key));
    if (keys.length === 0) {
      problems.add(`${one.where} is empty: add one key per line`);
      continue;
    }
    if (odd !== undefined)
      problems.add(
        `${one.where}: line ${odd.line} is not valid: a key has at least ${SHORTEST_KEY} printable ASCII characters and no spaces`,
      );
    const repeated: number[] = [];
    for (const { key, line } of lines) {
      if (seen.has(key)) repeated.push(line);
      seen.add(key);
    }
    const places = repeated.length > MOST_LINES ? [...repeated.slice(0, MOST_LINES), '…'] : repeated;
    if (repeated.length === 1) problems.add(`${one.where}: line ${places[0]} repeats an earlier key: remove it`);
    else if (repeated.length > 1)
      problems.add(`${one.where}: ${repeated.length} lines repeat earlier keys: remove lines ${places.join(', ')}`);
    pool.set(one.plan, [...(pool.get(one.plan) ?? []), ...keys]);
  }
  return new Map(
    [...pool].map(([plan, keys]) => [plan, keys.map((key, index) => apiKey(`${plan}#${index + 1}`, key))]),
  );
}
