import type { Rerun } from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import type { Permit } from '../../run/guard.ts';
import type { CheckRequest } from '../../run/prepare.ts';
import { matchesPattern } from '../../spec/pattern.ts';
import { isPlanName, PLAN_NAMES, type PlanName, QUOTAS, type Quota } from '../../spec/plans.ts';
import { REQUIREMENTS } from '../../spec/requirements/index.ts';
import { judgedBy } from '../console/judged-by.ts';
import { didYouMean, type Problems } from '../console/problems.ts';
import type { FromFile } from './from-file.ts';
import { type KeyPlaces, type Keys, readKeys, tellSameKeys, toGive } from './keys.ts';
import { isoDate, type SendingOptions, seconds, wholeNumber } from './options.ts';
import { permitFor } from './permit.ts';
import { readSeed } from './read-depth.ts';
import { plansIn } from './read-rerun.ts';
import { type Route, readRoute } from './read-route.ts';
import { readTarget } from './target.ts';

/** A check to be run and the key to run it with. */
export interface Call {
  readonly request: CheckRequest;
  readonly key: string;
  readonly timeoutMs: number;
  /** Every key that was given. */
  readonly keys: Keys;
  readonly permit: Permit;
  /** What the run itself needs besides: of a dry run. */
  readonly needs: readonly string[];
  readonly route: Route;
}

/** Reads the options of `check`, or those that `limits` and `run` have in common with it; every problem is added, none thrown. */
export function readCall(
  options: SendingOptions,
  io: KeyPlaces & Pick<Io, 'random'>,
  now: Date,
  problems: Problems,
  command = 'check',
  from: FromFile = {},
  rerun?: Rerun,
): Call {
  const url = readTarget(options.baseUrl, problems);
  const target = { ...url, class: from.target?.class ?? url.class };
  const keys = readKeys(options.key, io, problems);
  tellSameKeys(
    PLAN_NAMES.map((name) => [`--key ${name}`, keys[name] ?? '']),
    problems,
  );
  const plan = planOf(options, keys, io, problems, rerun);
  const host = target.baseUrl === '' ? '' : new URL(target.baseUrl).host;
  const { permit, needs } = permitFor(options, { targetClass: target.class, host }, command, problems);
  const request: CheckRequest = {
    command,
    baseUrl: target.baseUrl,
    targetName: from.target?.name ?? host,
    targetClass: target.class,
    plan,
    keyHasLetters: /[a-z]/i.test(keys[plan] ?? ''),
    quota: quotaOf(plan, options, problems, from),
    windowSeconds: seconds(options.window ?? '60', '--window', problems),
    readOnly: !permit.writes,
    settleMs: seconds(options.settle ?? '2', '--settle', problems) * 1000,
    today: options.today === undefined ? now.toISOString().slice(0, 10) : isoDate(options.today, '--today', problems),
    categories: categoriesOf(options.categories, problems),
    only: patterns(options.only, '--only', command, problems),
    skip: patterns(options.skip, '--skip', command, problems),
    ...(rerun === undefined ? {} : { rerun }),
    maxRequests:
      options.maxRequests === undefined ? undefined : wholeNumber(options.maxRequests, '--max-requests', problems),
  };
  const seed = readSeed(options, io.random, problems);
  const timeoutMs = seconds(options.timeout ?? '30', '--timeout', problems) * 1000;
  return {
    request: seed === undefined ? request : { ...request, seed },
    key: keys[plan] ?? '',
    timeoutMs,
    keys,
    permit,
    needs,
    route: readRoute(options, from, problems, io),
  };
}

function planOf(
  options: SendingOptions,
  keys: Keys,
  io: KeyPlaces,
  problems: Problems,
  rerun: Rerun | undefined,
): PlanName {
  const { plan } = options;
  const given = PLAN_NAMES.filter((name) => keys[name] !== undefined);
  if (plan !== undefined) {
    if (!isPlanName(plan)) problems.add(`--plan: no plan ${JSON.stringify(plan)}${nearest(plan)}`);
    else if (keys[plan] === undefined)
      problems.missing(
        `${rerun === undefined ? `--plan ${plan}: no key for it` : `no ${plan} key to check with, as before`}: ${toGive(plan, options.key, io)}`,
      );
    else return plan;
    return 'free';
  }
  // Whose key is missing is told plan by plan.
  if (rerun !== undefined) return plansIn(rerun).at(-1) ?? 'free';
  const largest = given.at(-1);
  if (largest === undefined && options.key.length === 0)
    problems.missing(
      'no key: give --key PLAN=env:NAME or --key PLAN=file:PATH, or set STORE_API_KEY_FREE, _PRO, _BUSINESS or _ENTERPRISE',
    );
  return largest ?? 'free';
}

function nearest(plan: string): string {
  const several = plan.includes(',') ? '; it takes one plan (several: leave it out, and give those keys alone)' : '';
  return `${didYouMean(plan, PLAN_NAMES)}; plans are ${PLAN_NAMES.join(', ')}${several}`;
}

/** A plan's numbers: the document's, unless the configuration tests a change; an Enterprise contract's from a flag or the file. */
export function quotaOf(plan: PlanName, options: SendingOptions, problems: Problems, { config }: FromFile): Quota {
  const stated = QUOTAS[plan];
  if (stated !== null)
    return {
      perMinute: config?.plans[plan]?.perMinute ?? stated.perMinute,
      perDay: config?.plans[plan]?.perDay ?? stated.perDay,
    };
  if (options.enterprisePerMinute === undefined)
    problems.missing(
      "an enterprise key needs the contract's number: --enterprise-per-minute N (and --enterprise-per-day N)",
    );
  const perMinute = wholeNumber(options.enterprisePerMinute ?? '1', '--enterprise-per-minute', problems);
  const perDay =
    options.enterprisePerDay === undefined
      ? perMinute * 1440
      : wholeNumber(options.enterprisePerDay, '--enterprise-per-day', problems);
  return { perMinute, perDay };
}

function categoriesOf(text: string | undefined, problems: Problems): readonly string[] | null {
  if (text === undefined || text === 'any') return null;
  const ids = text.split(',').map((id) => id.trim());
  for (const id of ids)
    if (!/^-?\d{1,19}$/.test(id)) problems.add(`--categories: ${JSON.stringify(id)} is not an id (digits)`);
  return ids;
}

/** Patterns that match a requirement which the command judges. */
function patterns(values: readonly string[], option: string, command: string, problems: Problems): string[] {
  const ids = REQUIREMENTS.map(({ id }) => id).filter((id) => judgedBy(id).includes(command));
  const known = [...ids, ...new Set(ids.map((id) => `${id.split('.')[0]}.*`))];
  const all = values.flatMap((value) => value.split(',')).map((pattern) => pattern.trim());
  for (const pattern of all) {
    if (!/^[a-z0-9.*-]+$/.test(pattern))
      problems.add(`${option}: ${JSON.stringify(pattern)} is not a requirement id or pattern, e.g. create.rejects.*`);
    else if (!ids.some((id) => matchesPattern(id, pattern)))
      problems.add(`${option}: no requirement that ${command} judges matches ${pattern}${elsewhere(pattern, known)}`);
  }
  return all;
}

function elsewhere(pattern: string, known: readonly string[]): string {
  const found = REQUIREMENTS.find(({ id }) => matchesPattern(id, pattern));
  if (found === undefined) return `${didYouMean(pattern, known)}; storecheck list shows them`;
  const commands = judgedBy(found.id);
  return `; storecheck ${commands.join(' and ')} ${commands.length === 1 ? 'judges' : 'judge'} it`;
}
