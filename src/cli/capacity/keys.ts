import { type Deal, type Demand, dealOut, ownKeys } from '../../capacity/keys.ts';
import { perSecond } from '../../capacity/words.ts';
import type { KeySource } from '../../config/kinds.ts';
import { type ApiKey, apiKey } from '../../exchange/api-key.ts';
import type { CapacityPlan, KeyGroup } from '../../exchange/records/capacity-record.ts';
import { keyVariable } from '../../result/curl.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { plural } from '../../text/count.ts';
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

/** The keys that carry the load, each on one instance. `covered`: the share of the load that they carry, from 0 to 1. */
interface Dealt {
  readonly shares: CapacityPlan['shares'];
  readonly covered: number;
}

/** Reports how many keys of any one plan are missing, if the keys are too few. `others`: plans without a key that could help. */
export function dealKeys(
  groups: readonly KeyGroup[],
  others: readonly KeyGroup[],
  demand: Required<Demand>,
  instances: number,
  problems: Problems,
): Dealt {
  const dealt = dealOut(groups, demand);
  const short = ofEach(groups, demand, instances).flatMap(({ deal }) => ('covered' in deal ? deal.covered : []));
  if ('shares' in dealt && short.length === 0) return { shares: dealt.shares, covered: 1 };
  const covered = Math.min(...short);
  const all = [...groups, ...others];
  const add = missingKeys(all, demand, instances).map(({ plan, keys, more }) =>
    plural(more, `${keys > 0 ? 'more ' : ''}${plan} key`),
  );
  if (demand.rps > 0 && !all.some(({ plan }) => plan === 'enterprise'))
    add.push('fewer Enterprise keys (--enterprise N)');
  const limits = `90 % of a key's limit per minute and ${demand.shareOfDay * 100} % of its limit per day`;
  const found =
    groups.length === 0
      ? 'no keys'
      : `the keys allow only ${coveredText(covered)} of the load (${perSecond(demand.rps)}, ${plural(demand.requests, 'request')} in all), because storecheck uses at most ${limits}`;
  const each = instances === 1 ? '' : ` (each of the ${instances} pods needs its own)`;
  const better = groups.length === 0 ? 'add keys' : 'add keys with larger limits';
  const needed = add.length === 0 ? better : `add ${add.join(', or ')}${each}`;
  problems.missing(`${found}: ${needed} in capacity.keys or with --key PLAN=file:PATH, one per line, or lower --steps`);
  return { shares: [], covered };
}

/** The keys of every instance, and whether they carry its part of the load. */
function ofEach(groups: readonly KeyGroup[], { rps, requests, shareOfDay }: Required<Demand>, of: number) {
  return Array.from({ length: of }, (_, index) => {
    const own = ownKeys(groups, { index, of });
    const keysOf = (plan: string) => own.find((one) => one.plan === plan)?.keys ?? 0;
    const all = groups.map((group) => ({ ...group, keys: keysOf(group.plan) }));
    const deal: Deal = dealOut(all, { rps: rps / of, requests: requests / of, shareOfDay });
    return { keysOf, deal };
  });
}

/** How many keys of any one plan are missing: every instance needs as many as the one that lacks most. */
function missingKeys(groups: readonly KeyGroup[], demand: Required<Demand>, of: number) {
  const instances = ofEach(groups, demand, of);
  return groups.flatMap(({ plan, keys }) => {
    const needed = instances.flatMap(({ keysOf, deal }) =>
      ('missing' in deal ? deal.missing : []).flatMap((one) => (one.plan === plan ? [keysOf(plan) + one.more] : [])),
    );
    return needed.length === 0 ? [] : [{ plan, keys, more: Math.max(...needed) * of - keys }];
  });
}

/** The share of the load that keys can carry, rounded down. */
export const coveredText = (covered: number) =>
  covered > 0 && covered < 0.01 ? 'less than 1 %' : `${Math.floor(covered * 100)} %`;
