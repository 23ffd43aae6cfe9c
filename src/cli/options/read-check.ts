import { didYouMean } from '../../config/did-you-mean.ts';
import type { QuotaOverride } from '../../config/kinds.ts';
import { statedQuota } from '../../config/sections.ts';
import { hasLetters } from '../../exchange/api-key.ts';
import type { CheckRequest } from '../../run/prepare.ts';
import { matchesPattern } from '../../spec/pattern.ts';
import { isPlanName, PLAN_NAMES, type PlanName, type Quota } from '../../spec/plans.ts';
import { REQUIREMENTS } from '../../spec/requirements/index.ts';
import type { Call } from './call.ts';
import { addDuplicateKeys, type KeyReference, type Keys, keyAdvice, keyReferences, readKeys } from './keys.ts';
import type { TargetSettings } from './settings.ts';

export interface RunKeys {
  readonly keys: Keys;
  readonly references: readonly KeyReference[];
}

export function readRunKeys(call: Call): RunKeys {
  const references = keyReferences(call);
  const keys = readKeys(references, 1, call);
  addDuplicateKeys({ '--key': keys }, call.problems);
  return { keys, references };
}

/** Reads the settings of `check`, which `limits` and `run` share. Adds every problem. */
export function readCheckRequest(call: Call, target: TargetSettings, runKeys: RunKeys): CheckRequest {
  const { command, settings, io } = call;
  const seed = readSeed(call);
  const plan = planOf(call, runKeys);
  const key = runKeys.keys[plan];
  return {
    command,
    target: { name: target.name, baseUrl: target.baseUrl, class: target.targetClass },
    plan,
    keyHasLetters: key !== undefined && hasLetters(key),
    ...fullQuota(plan, call),
    windowSeconds: target.windowSeconds,
    readOnly: !target.permit.writes,
    ...(target.forbidden.writes === undefined ? {} : { readOnlyBy: target.forbidden.writes }),
    timeoutMs: target.timeoutMs,
    keySources: Object.fromEntries(runKeys.references.map(({ plan: of, source }) => [of, source])),
    settleMs: settings.settle,
    today: settings.today ?? new Date(io.clock.now()).toISOString().slice(0, 10),
    categories: settings.categories,
    only: patterns('only', call),
    skip: patterns('skip', call),
    ...(target.targetClass === 'production' ? { noKeyInUrl: true as const } : {}),
    ...(seed === undefined ? {} : { seed }),
    maxRequests: settings.maxRequests,
    budget: settings.requestsPerRun ?? Number.POSITIVE_INFINITY,
  };
}

function planOf({ flags, settings, io, problems }: Call, { keys, references }: RunKeys): PlanName {
  const { key = [] } = flags;
  const { plan } = settings;
  const plans = PLAN_NAMES.filter((name) => keys[name] !== undefined);
  if (plan !== undefined) {
    if (keys[plan] === undefined)
      problems.missing(`--plan ${plan}: its key is missing: ${keyAdvice(plan, references, io.env)}`);
    return keys[plan] === undefined ? 'free' : plan;
  }
  const largest = plans.at(-1);
  if (largest === undefined && key.length + references.length === 0)
    problems.missing(
      'no key: add --key PLAN=env:NAME or --key PLAN=file:PATH, or set STORE_API_KEY_FREE, _PRO, _BUSINESS or _ENTERPRISE',
    );
  return largest ?? 'free';
}

/** Reads patterns. Adds a problem for a pattern without a requirement that the command judges. */
function patterns(option: 'only' | 'skip', { command, settings, problems }: Call): string[] {
  const ids = REQUIREMENTS.flatMap(({ id, retired }) =>
    retired === undefined && judgedBy(id).includes(command) ? id : [],
  );
  const known = [...ids, ...new Set(ids.map((id) => `${id.split('.')[0]}.*`))];
  const all = (settings[option] ?? []).flatMap((value) => value.split(',')).map((pattern) => pattern.trim());
  for (const pattern of all) {
    if (!/^[a-z0-9.*-]+$/.test(pattern))
      problems.add(`--${option}: ${JSON.stringify(pattern)} is not a requirement id or pattern, e.g. create.rejects.*`);
    else if (!ids.some((id) => matchesPattern(id, pattern)))
      problems.add(`--${option}: ${pattern} matches no requirement of ${command}${elsewhere(pattern, known)}`);
  }
  return all;
}

function elsewhere(pattern: string, known: readonly string[]): string {
  const found = REQUIREMENTS.find(({ id }) => matchesPattern(id, pattern));
  if (found === undefined) return `${didYouMean(pattern, known)}; storecheck explain lists them`;
  const commands = judgedBy(found.id);
  return `; storecheck ${commands.join(' and ')} ${commands.length === 1 ? 'judges' : 'judge'} it`;
}

/** The seed of the exploration, random by default; undefined at the depth `standard`. */
function readSeed({ flags, settings: { depth, seed }, io, problems }: Call): number | undefined {
  if (depth === 'thorough') return seed ?? Math.floor(io.random() * 1_000_000);
  if (seed !== undefined && flags.depth === undefined) problems.add('--seed needs --depth thorough');
  return undefined;
}

/** The limits of a plan, as far as known: from --enterprise, else from storecheck.yaml, else from the specification. */
export const quotaOf = (plan: string, { from: { config }, settings }: Call): QuotaOverride =>
  isPlanName(plan)
    ? statedQuota(plan, config?.plans ?? {}, settings.enterprise)
    : (config?.capacity?.plans.get(plan) ?? {});

/** Both limits of a plan. The default limit per day is a day at the full rate. */
export function fullQuota(plan: PlanName, call: Call): Quota {
  const { perMinute, perDay } = quotaOf(plan, call);
  if (perMinute === undefined)
    call.problems.missing('the limit of the enterprise key is missing: add --enterprise N/DAY from the contract');
  const value = perMinute ?? 1;
  return { perMinute: value, perDay: perDay ?? value * 1_440 };
}

export function judgedBy(id: string): readonly string[] {
  if (id.startsWith('capacity.')) return ['capacity'];
  return id.startsWith('limit.') ? ['limits', 'run'] : ['check', 'run'];
}
