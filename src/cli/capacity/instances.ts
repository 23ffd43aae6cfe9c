import {
  type CapacityPlan,
  type Deal,
  type Demand,
  dealOut,
  type KeyGroup,
  LEAD_SECONDS,
  ownKeys,
  type Segment,
  WHOLE,
} from '../../capacity/index.ts';
import { perSecond } from '../../reporters/capacity/words.ts';
import { plural } from '../../reporters/text/count.ts';
import { oneOf, type Problems } from '../console/problems.ts';
import type { Call } from '../options/call.ts';
import { type Cluster, readCluster, rejectClusterOptions } from './distribute/read-cluster.ts';

export interface Instances {
  readonly of: number;
  /** This machine's part of the load; all of it for one machine or a cluster. */
  readonly segment: Segment;
  /** Start of the first step on every machine, in milliseconds since 1970. */
  readonly startAt?: number;
  /** Present if a cluster offers the load. */
  readonly cluster?: Cluster;
}

const MOST_INSTANCES = 500;
const LONGEST_WAIT_MS = 86_400_000;

const ALONE: Instances = { of: 1, segment: WHOLE };

/** Reads `--segments`, `--start-at`, `--distribute` and `--parallelism`. Adds every problem. */
export function readInstances(call: Call): Instances {
  const { problems } = call;
  const { segments, startAt, distribute, parallelism } = call.flags;
  if (segments !== undefined && distribute !== undefined)
    problems.add('--segments (own machines) and --distribute (a cluster) exclude each other: use one of them');
  if (parallelism !== undefined && distribute === undefined)
    problems.add('--parallelism needs --distribute k6-operator');
  if (startAt !== undefined && segments === undefined)
    problems.add('--start-at needs --segments i/n: one machine alone starts at once');
  if (distribute !== undefined) return distributed(distribute, call);
  rejectClusterOptions(call);
  return segments === undefined ? ALONE : segmented(segments, call);
}

function distributed(distribute: string, call: Call): Instances {
  const { problems } = call;
  const { parallelism } = call.flags;
  oneOf(distribute, '--distribute', ['k6-operator'], problems);
  const of = /^[1-9]\d{0,3}$/.test(parallelism ?? '') ? Number(parallelism) : Number.NaN;
  if (!(of >= 2 && of <= MOST_INSTANCES))
    problems.add(`--parallelism must be the number of instances, from 2 to ${MOST_INSTANCES}, e.g. --parallelism 10`);
  return { of: of >= 2 ? of : 1, segment: WHOLE, cluster: readCluster(call) };
}

function segmented(segments: string, call: Call): Instances {
  const [, share, all] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(segments) ?? [];
  const [number, of] = [Number(share), Number(all)];
  if (!(number <= of && of >= 2 && of <= MOST_INSTANCES)) {
    call.problems.add(
      `--segments: ${JSON.stringify(segments)} is not i/n, e.g. 2/3 on the second of three machines (n from 2 to ${MOST_INSTANCES})`,
    );
    return ALONE;
  }
  return { of, segment: { index: number - 1, of }, startAt: momentOf(call) };
}

/** A date and time with a time zone. */
function momentOf({ flags: { startAt: text }, io, problems }: Call): number {
  const now = io.clock.now();
  const example = new Date(Math.ceil((now + 120_000) / 60_000) * 60_000).toISOString().replace('.000', '');
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/.test(text ?? '');
  const moment = isMoment ? Date.parse(text ?? '') : Number.NaN;
  if (Number.isNaN(moment))
    problems.add(
      `--start-at ${text === undefined ? 'is missing: all machines need the same start time' : `must be a time with a time zone, not ${JSON.stringify(text)}`}, e.g. --start-at ${example}`,
    );
  else if (moment < now + 2 * LEAD_SECONDS * 1_000 || moment > now + LONGEST_WAIT_MS)
    problems.add(
      `--start-at: ${text} must be between ${2 * LEAD_SECONDS} s (k6 needs time to start) and one day from now; it is ${new Date(now).toISOString()} now`,
    );
  return moment;
}

/**
 * Returns the keys that carry the load, or reports how many keys are missing. `keyless`: changed plans without a key.
 */
export function deal(
  dealt: Deal,
  groups: readonly KeyGroup[],
  keyless: readonly KeyGroup[],
  demand: Required<Demand>,
  instances: number,
  problems: Problems,
): CapacityPlan['shares'] {
  const limits = `90 % of a key's limit per minute and ${demand.shareOfDay * 100} % of its limit per day`;
  const missing = (some: readonly KeyGroup[]) => missingKeys(some, demand, instances);
  if (!('shares' in dealt)) {
    const { rps, requests } = demand;
    const others = keyless.flatMap((group) => missing([group]));
    const none = others.map(({ plan }) => `There is no ${plan} key. `).join('');
    const add = [
      ...others.map(({ plan, more }) => `${plural(more, `${plan} key`)} (--key ${plan}=file:PATH)`),
      moreOf(missing(groups.filter(({ plan }) => dealt.missing.some((one) => one.plan === plan)))),
    ];
    const each = instances === 1 ? '' : ` (each of the ${instances} instances needs its own)`;
    problems.add(
      `The keys allow ${carried(dealt)} of the load (${perSecond(rps)}, ${plural(requests, 'request')} in all): storecheck uses at most ${limits}. ${none}Add ${add.join(', or ')}${each}, or lower --steps`,
    );
    return [];
  }
  const ofEach = dealtToEach(dealt.shares, demand, instances).map(({ ofOne }) => ofOne);
  for (const [index, ofOne] of ofEach.entries()) {
    if ('shares' in ofOne) continue;
    problems.add(
      `not enough keys for instance ${index + 1}, which needs its own: they allow ${carried(ofOne)} of its share, because storecheck uses at most ${limits}. Add ${moreOf(missing(dealt.shares))}, or use fewer instances`,
    );
    return [];
  }
  return dealt.shares;
}

/** The keys of every instance, and whether they carry its part of the load. */
function dealtToEach(groups: readonly KeyGroup[], demand: Demand, of: number) {
  const ofOne = { ...demand, rps: demand.rps / of, requests: demand.requests / of };
  return Array.from({ length: of }, (_, index) => {
    const own = ownKeys(groups, { index, of });
    const keysOf = (plan: string) => own.find((one) => one.plan === plan)?.keys ?? 0;
    const all = groups.map((group) => ({ ...group, keys: keysOf(group.plan) }));
    return { keysOf, ofOne: dealOut(all, ofOne) };
  });
}

/** How many keys of any one plan are missing: every instance needs as many as the one that lacks most. */
function missingKeys(groups: readonly KeyGroup[], demand: Demand, of: number): TooFew['missing'] {
  const instances = dealtToEach(groups, demand, of);
  return groups.flatMap(({ plan, keys }) => {
    const needed = instances.flatMap(({ keysOf, ofOne }) =>
      missingOf(ofOne).flatMap((one) => (one.plan === plan ? [keysOf(plan) + one.more] : [])),
    );
    return needed.length === 0 ? [] : [{ plan, more: Math.max(...needed) * of - keys }];
  });
}

/** Reports that there are no keys, and how many of any one plan the load needs, if that is known. `groups` have no keys. */
export function reportNoKeys(groups: readonly KeyGroup[], demand: Demand, instances: number, problems: Problems): void {
  const missing = demand.rps === 0 ? [] : missingKeys(groups, demand, instances);
  const each = missing.map(({ plan, more }) => plural(more, `${plan} key`));
  const fewer = groups.some(({ plan }) => plan === 'enterprise') ? '' : ', or fewer enterprise keys (--enterprise N)';
  const needed = each.length === 0 ? '' : `this load needs ${each.join(' or ')}${fewer}; `;
  problems.missing(
    `no keys: ${needed}use --key PLAN=file:PATH with one key per line, or set capacity.keys (or keys of the target) in the configuration`,
  );
}

type TooFew = Exclude<Deal, { readonly shares: unknown }>;

const missingOf = (dealt: Deal) => ('missing' in dealt ? dealt.missing : []);

const isTiny = (covered: number) => covered > 0 && covered < 0.01;

/** The share of the load that keys can carry, rounded down. */
export const coveredText = (covered: number) => (isTiny(covered) ? 'less than 1 %' : `${Math.floor(covered * 100)} %`);

const carried = ({ covered }: TooFew) => `${isTiny(covered) ? '' : 'only '}${coveredText(covered)}`;

const moreOf = (missing: TooFew['missing']) =>
  missing.length === 0
    ? 'keys with larger limits'
    : missing.map(({ plan, more }) => plural(more, `more ${plan} key`)).join(', or ');
