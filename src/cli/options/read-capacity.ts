import type { Command } from 'commander';
import { type Demand, SHARE_OF_LIMIT, type SharedLoad, shareLoad } from '../../capacity/key-shares.ts';
import { latencyObjectives, requestsToProve } from '../../capacity/objectives.ts';
import { project } from '../../capacity/projection.ts';
import { defaultLevels, levelName, mostRequests, planSteps } from '../../capacity/steps.ts';
import { didYouMean, type KeySource } from '../../config/kinds.ts';
import type { Mix } from '../../config/sections.ts';
import { DEFAULTS, type Flags } from '../../config/table.ts';
import { classOf } from '../../config/target-class.ts';
import { type ApiKey, apiKey } from '../../exchange/api-key.ts';
import { groupBy } from '../../exchange/group.ts';
import type { CapacityPlan, KeyGroup, Objectives, PlanActivity, Step } from '../../exchange/records/capacity-record.ts';
import type { Io } from '../../io/io.ts';
import type { Problems } from '../../run/errors.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { count, percent, perSecond, plural } from '../../text/number-text.ts';
import { type Call, readCall } from './call.ts';
import { type KeyReference, keysIn, namedReferences, sourceName, variableReferences } from './keys.ts';
import { limitsOf, readSettings, type SendSettings } from './read-settings.ts';

export type CapacitySettings = ReturnType<typeof readCapacitySettings>;

/** Requests/s that one machine can offer and record (docs/capacity.md). */
const MAX_RPS = 4_000;

/** Reads the settings of a capacity run. Throws a CommandError with every problem. */
export function readCapacitySettings(command: Command, flags: Flags, io: Io) {
  const call = readCall(command, flags, io);
  const { problems } = call;
  const { mix, stepDuration, change: changes = [], parallelism: instances = 1 } = call.settings;
  const known = [...new Set<string>([...PLAN_NAMES, ...(call.settings.capacityPlans?.keys() ?? [])])];
  addChangeProblems(known, call);
  const projection = project(readActivities(call), changes);
  // A dry run shows the projection even if other values are missing, and lists them at the end.
  const isProjectionShown = flags.dryRun === true && problems.all().length === 0;
  const settings = readSettings(call);
  const { permit, windowSeconds, class: targetClass } = settings;
  const objectives = readObjectives(call);
  const { rps, writes } = projection.after;
  const seconds = stepDuration && stepDuration / 1_000;
  const steps = planSteps(settings.steps ?? defaultLevels(projection), rps, seconds, objectives, instances);
  const keySources = poolReferences(call, known);
  // On production, customers need the rest of the daily limit.
  const shareOfDay = settings.shareOfDay ?? (targetClass === 'production' ? DEFAULTS.shareOfDay : SHARE_OF_LIMIT);
  const requests = mostRequests({ steps, mix, instances });
  const demand = { rps: Math.max(0, ...steps.map((step) => step.rps)), requests, instances, shareOfDay };
  const pool = readKeyPool(keySources, call);
  addStepProblems(steps, requests, objectives, call);
  addClusterProblems(steps, settings, call);
  const sentWrites = settings.allowWrites === true && permit.writes;
  const groups = known.flatMap((name) => groupOf(name, pool.get(name)?.length ?? 0, windowSeconds, call));
  const share = rps > 0 ? writes / rps : 0;
  const isKnown = [...pool.keys()].every((plan) => groups.some((group) => group.plan === plan));
  const shares = isKnown && (steps.length > 0 || pool.size === 0) ? sharesOf(groups, demand, problems) : [];
  const plan: CapacityPlan = {
    projection,
    objectives,
    shares,
    steps,
    instances: call.settings.parallelism,
    mix: mixOf(mix, share, sentWrites),
    writes: { projected: share, asReads: !sentWrites && writes > 0 },
  };
  if (!isProjectionShown) problems.throwIfAny();
  return {
    settings: { ...settings, objections: [...problems.all(), ...settings.objections] },
    plan,
    keys: [...pool.values()].flat(),
    keySources,
  };
}

/** Reads the keys of each plan, as `pro#1` … in the order of their sources. No message contains a key. */
function readKeyPool(references: readonly KeyReference[], call: Call): ReadonlyMap<string, readonly ApiKey[]> {
  const lines = references.flatMap((reference) => keysIn(reference, call).map((line) => ({ ...line, reference })));
  const first = new Map(lines.toReversed().map((line) => [line.key, line]));
  const repeated = lines.filter((line) => first.get(line.key) !== line);
  for (const [name, keys] of groupBy(repeated, ({ reference }) => sourceName(reference)))
    call.problems.add(`${name} repeats earlier keys: remove line ${keys.map(({ line }) => line).join(', ')}`);
  const labelled = ([plan, keys]: readonly [string, typeof lines]) =>
    [plan, keys.map(({ key }, index) => apiKey(`${plan}#${index + 1}`, key))] as const;
  return new Map([...groupBy(lines, ({ reference }) => reference.plan)].map(labelled));
}

/** Shares the load among the keys. If they are too few, adds a problem that says how many more keys of one plan would be enough. */
function sharesOf(groups: readonly KeyGroup[], demand: Demand, problems: Problems): CapacityPlan['shares'] {
  const { rps, requests, shareOfDay, instances } = demand;
  const shared: SharedLoad = rps === 0 ? { covered: 0, missing: [] } : shareLoad(groups, demand);
  if (shared.shares !== undefined) return shared.shares;
  const { covered, missing } = shared;
  const pods = instances === 1 ? '' : ', and the same number of keys in each pod';
  const found = groups.every(({ keys }) => keys === 0)
    ? 'no keys'
    : `the keys allow only ${Math.floor(covered * 100)} % of the load (${perSecond(rps)}, ${plural(requests, 'request')} in all), because storecheck uses at most ${percent(SHARE_OF_LIMIT)} of a key's limit per minute and ${percent(shareOfDay)} of its daily limit${pods}`;
  const more = missing.map(({ plan, more: keys }) => plural(keys, `${plan} key`)).join(', or ');
  problems.add(
    `${found}: add ${more === '' ? 'keys' : more} in capacity.keys or with --key PLAN=file:PATH, one per line, or lower --steps`,
  );
  return [];
}

/** The mix to send: the writes of the projection, if they are allowed. The reads are divided between list and get as in the given mix. */
function mixOf({ list, get }: Mix, writes: number, allowed: boolean): Mix {
  const reads = allowed ? 1 - writes : 1;
  const ofReads = list + get === 0 ? 1 : list / (list + get);
  return { list: reads * ofReads, get: reads * (1 - ofReads), create: allowed ? writes : 0 };
}

/** Adds the problems of the steps: k6 or one machine cannot offer them, or they exceed the budget, or prove too little. */
function addStepProblems(steps: readonly Step[], requests: number, objectives: Objectives, call: Call): void {
  const { config, settings, problems } = call;
  const { parallelism: instances = 1, requestsPerRun = Infinity } = settings;
  const { level, rps: most } = steps.at(-1) ?? { level: 0, rps: 0 };
  if (most > MAX_RPS * instances)
    problems.add(
      `--steps: ${levelName(level)} is ${count(Math.round(most))} requests/s, but one machine offers at most ${count(MAX_RPS)}: add --distribute k6-operator --parallelism ${Math.ceil(most / MAX_RPS)} (see docs/capacity.md)`,
    );
  const slow = steps.find(({ rps }) => instances > 1 && rps < instances);
  if (slow !== undefined)
    problems.add(
      `${instances} instances are too many for ${slow.rps.toFixed(1)} requests/s: each needs at least 1 request/s`,
    );
  if (steps.some(({ seconds: measured }) => measured < 2)) problems.add('--step-duration must be at least 2 s');
  if (requests > requestsPerRun)
    problems.add(
      `--steps: ${requests} requests exceed the budget of ${requestsPerRun} per run (budgets.requestsPerRun in ${config.file}): lower --steps or --step-duration`,
    );
  const peak = steps.find(({ level: ofStep }) => ofStep >= 1);
  if (peak === undefined && steps.length > 0)
    problems.add('--steps: add a step of 100 % or more, or the projected peak is not tested');
  const { requests: needed, what } = requestsToProve(objectives);
  if (peak !== undefined && peak.rps * peak.seconds < needed)
    problems.add(
      `--step-duration is too short: ${what} needs at least ${needed} requests, but a step at ${perSecond(peak.rps)} sends ${Math.floor(peak.rps * peak.seconds)}. Use at least ${Math.ceil(needed / peak.rps)} s, or omit --step-duration`,
    );
}

/** The keys of a plan with their limits. Empty if the limit is unknown, which is a problem if the plan has keys. */
function groupOf(plan: string, keys: number, windowSeconds: number, call: Call): readonly KeyGroup[] {
  const { perMinute, perDay } = limitsOf(plan, call);
  if (perMinute !== undefined) return [{ plan, keys, perWindow: perMinute, windowSeconds, perDay }];
  // Only the limit of Enterprise can be unknown.
  if (keys > 0) call.problems.add(`--key ${plan}: the limit of its keys is unknown; add --enterprise N`);
  return [];
}

function readObjectives({ settings, problems }: Pick<Call, 'settings' | 'problems'>): Objectives {
  const { errorShare } = settings.objectives ?? {};
  const objectives = { ...settings.objectives, errorShare: errorShare ?? 1 };
  if (latencyObjectives(objectives).length === 0)
    problems.add('no latency objective: add capacity.objectives to storecheck.yaml, e.g. { p95: 300ms, errors: 1% }');
  if (errorShare === undefined)
    problems.add('no objective for errors: add capacity.objectives.errors to storecheck.yaml, e.g. 0.1%');
  return objectives;
}

function addChangeProblems(known: readonly string[], { settings, problems }: Call): void {
  const { change: changes = [], capacityPlans } = settings;
  for (const [index, { plan }] of changes.entries()) {
    if (!known.includes(plan))
      problems.add(
        `--change: unknown plan ${JSON.stringify(plan)}${didYouMean(plan, known)}; the plans are ${known.join(', ')}`,
      );
    else if (changes.findIndex((first) => first.plan === plan) < index)
      problems.add(`--change ${plan} is set more than once: keep one limit per plan`);
    else if (capacityPlans?.has(plan) !== true)
      problems.add(
        `--change ${plan}: its customers are unknown; add capacity.plans.${plan} to the configuration: { subscribers: 400, activeAtPeak: 0.3, use: 0.6 }`,
      );
  }
}

function readActivities(call: Call): PlanActivity[] {
  const { settings, problems } = call;
  const { mix, capacityPlans = new Map(), change: changes = [] } = settings;
  if (capacityPlans.size === 0)
    problems.add('no plan has customers: add capacity.plans to storecheck.yaml (see docs/capacity.md)');
  return [...capacityPlans].map(([plan, { readShare = mix.list + mix.get, ...activity }]): PlanActivity => {
    const limits = limitsOf(plan, call);
    if (limits.perMinute === undefined && !changes.some((change) => change.plan === plan))
      problems.add(`${plan}: its limit is unknown; add --enterprise N/DAY from the contract`);
    return { plan, ...limits, ...activity, readShare };
  });
}

const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** Bytes of a request's journal line, including the prefix of the node. */
const BYTES_PER_REQUEST = 220;

/** By default, a node keeps the last 10 MiB of a pod's log (kubelet, containerLogMaxSize). */
const LOG_BYTES = 10 * 1024 * 1024;

function addClusterProblems(steps: readonly Step[], { route, baseUrl }: SendSettings, call: Call): void {
  const { flags, problems } = call;
  const { parallelism, namespace } = call.settings;
  if (flags.distribute === undefined) {
    for (const [option, value] of Object.entries({ parallelism, namespace }))
      if (value !== undefined) problems.add(`--${option} needs --distribute k6-operator`);
    return;
  }
  if (flags.parallelism === undefined)
    problems.add('--parallelism is missing: the number of pods, e.g. --parallelism 10');
  if (namespace !== undefined && !DNS_LABEL.test(namespace))
    problems.add(`--namespace: ${JSON.stringify(namespace)} is not the name of a namespace`);
  if (baseUrl !== '' && classOf(new URL(baseUrl)) === 'local')
    problems.add(
      `--distribute: ${baseUrl} is a loopback address, and each pod would send to itself; use an address that the cluster can reach`,
    );
  if (route.proxy !== undefined) problems.add('--distribute: pods cannot use --proxy');
  const most = Math.max(0, ...steps.map(({ count }) => count));
  const needed = Math.ceil((most * BYTES_PER_REQUEST) / LOG_BYTES);
  if (parallelism !== undefined && needed > parallelism)
    problems.add(
      `--parallelism: the journal of ${most} requests does not fit into the logs of ${parallelism} pods (a node keeps 10 MiB per pod): use ${needed} pods, or a shorter --step-duration`,
    );
}

/** The key sources of the load: `--key`, else `capacity.keys`, else the set sources of the target, else the default variables. */
function poolReferences(call: Call, known: readonly string[]): KeyReference[] {
  const named = namedReferences('key', call, known);
  if (call.flags.key !== undefined) return named;
  const files = [...(call.settings.capacityKeys ?? [])];
  if (files.length > 0) return files.map(([plan, source]) => ({ plan, where: `capacity.keys.${plan}: `, source }));
  // A load needs enough keys, not one of each plan.
  const isSet = (source: KeySource) => 'file' in source || call.io.env[source.env] !== undefined;
  return (named.length > 0 ? named : variableReferences(call)).filter(({ source }) => isSet(source));
}
