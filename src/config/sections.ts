import type { WaiverEntry } from '../judge/gate/waiver.ts';
import { matchesPattern } from '../spec/pattern.ts';
import { PLAN_LIMITS, PLAN_NAMES, type PlanName } from '../spec/plans.ts';
import { judgedBy, REQUIREMENTS, type Requirement } from '../spec/requirements/catalogue.ts';
import {
  COUNT,
  DATE,
  didYouMean,
  FILE,
  isShortDay,
  type Kind,
  type LimitsOverride,
  mapping,
  milliseconds,
  PLAN,
  PLAN_LIMITS_KIND,
  perPlan,
  type Repeatable,
  type Schema,
  SHARE,
  SHORT_DAY,
} from './kinds.ts';

type Plans = Readonly<Partial<Record<PlanName, LimitsOverride>>>;

export const PLANS: Kind<Plans> = {
  schema: perPlan(PLAN_LIMITS_KIND.schema, 'a mapping from plans to perMinute and perDay'),
  read: (value, { report }) => {
    const plans = value as Plans;
    for (const plan of PLAN_NAMES) if (isShortDay(statedLimits(plan, plans))) report(SHORT_DAY, [plan]);
    return plans;
  },
};

/** The limits of a plan: for Enterprise from the target, otherwise from `plans`, otherwise from the specification. */
export function statedLimits(plan: PlanName, plans: Plans, enterprise?: LimitsOverride): LimitsOverride {
  return { ...PLAN_LIMITS[plan], ...plans[plan], ...(plan === 'enterprise' ? enterprise : {}) };
}

const text = {
  type: 'string',
  pattern: '\\S',
  maxLength: 1000,
  title: 'a text of 1 to 1000 characters',
  examples: ['…'],
};

/** The requirements that match a pattern; with a command, only those that it judges. Reports a problem if none matches. */
export function requirementsMatching(pattern: string, report: (problem: string) => void, command?: string) {
  const matchingIn = (rows: readonly Requirement[]) => rows.filter(({ id }) => matchesPattern(id, pattern));
  const current = REQUIREMENTS.filter(({ retired }) => retired === undefined);
  const candidates = command === undefined ? REQUIREMENTS : current.filter(({ id }) => judgedBy(id).includes(command));
  const matching = matchingIn(candidates);
  if (matching.length > 0) return matching;
  const isPrefix = pattern.includes('.') && candidates.some(({ id }) => id.startsWith(pattern));
  const known = candidates.flatMap(({ id }) => [id.split('.')[0] ?? id, id]);
  const hint = isPrefix ? ` (did you mean ${pattern}*?)` : didYouMean(pattern, known);
  const ofCommand = command === undefined ? '' : ` of ${command}`;
  const others = [...new Set(matchingIn(current).flatMap(({ id }) => judgedBy(id)))];
  const advice = others.length === 0 ? `${hint}; storecheck explain lists all` : `; use ${others.join(' or ')} for it`;
  report(`no requirement${ofCommand} matches ${JSON.stringify(pattern)}${advice}`);
  return matching;
}

export type NewWaiver = Omit<WaiverEntry, 'line'>;

export const WAIVER: Kind<NewWaiver> = {
  schema: mapping('a waiver: a mapping of requirement, signature, reason, owner and expires', {
    'requirement!': {
      type: 'string',
      pattern: '^[a-z0-9*-]+(\\.[a-z0-9*-]+)*$',
      maxLength: 100,
      title: "a requirement's id or a pattern of them: auth.www-authenticate, list.*",
      description: 'The waived requirement, or a pattern in which * matches any characters.',
      examples: ['auth.www-authenticate'],
    },
    plan: { ...PLAN.schema, description: 'Only the finding of this plan.' },
    target: {
      ...text,
      title: "a target's name, or the host of a --base-url",
      description: 'Only the finding of this target (its name, or the host of a --base-url).',
    },
    'signature!': {
      ...text,
      description:
        'The signature of the accepted finding, as written by storecheck accept. Fewer violations are accepted, too, but no other.',
    },
    'reason!': { ...text, description: 'Why the failure is accepted.' },
    'owner!': { ...text, description: 'Who is responsible for the waiver.', examples: ['team-store'] },
    link: {
      type: 'string',
      format: 'uri',
      pattern: '^https?://',
      maxLength: 1000,
      title: 'a link: https://…',
      description: 'The issue that tracks the failure.',
    },
    'expires!': { ...DATE.schema, description: 'The last day of the waiver.' },
  }),
  read: (value, { report }) => {
    const waiver = value as NewWaiver;
    const addProblem = (problem: string) => report(problem, ['requirement']);
    const matched = requirementsMatching(waiver.requirement, addProblem);
    if (matched.length > 0 && matched.every(({ level }) => level === 'observe'))
      addProblem('an observation cannot fail; --fail-on drift fails if it changes');
    return waiver;
  },
};

export const WAIVERS: Schema = {
  type: 'array',
  title: 'a list of waivers',
  description: 'Known findings that are accepted until a date. The requirement still fails, but does not fail the run.',
  items: WAIVER.schema,
};

interface Customers extends LimitsOverride {
  readonly subscribers: number;
  readonly activeAtPeak: number;
  readonly use: number;
  readonly readShare?: number;
}

const shareOrZero = { type: 'number', minimum: 0, maximum: 1, title: 'a share from 0 to 1 (0.5 is half)' };
const latency = {
  type: 'string',
  pattern: '^(?!0+(\\.0+)? ?m?s$)[0-9]{1,6}(\\.[0-9]{1,3})? ?(ms|s)$',
  title: 'a time above 0 with its unit: 300ms or 1.5s',
};

const activity = {
  'subscribers!': { ...COUNT, description: 'Customers on this plan.', examples: [400] },
  'activeAtPeak!': { ...SHARE.schema, description: 'The share of the customers that is active at the peak.' },
  'use!': { ...SHARE.schema, description: 'The share of its limit that an active customer uses on average.' },
  readShare: {
    ...shareOrZero,
    description: "The share of GETs among this plan's requests, if it differs from the mix.",
  },
};
const ACTIVITY = 'a mapping of subscribers, activeAtPeak and use';

const NEW_PLAN = mapping(ACTIVITY, {
  ...activity,
  'perMinute!': { ...COUNT, description: 'The limit of a plan that the specification lacks.' },
  perDay: { ...COUNT, description: 'Its daily limit.' },
});

export const NAME: Schema = {
  type: 'string',
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
  title: 'a name of letters, digits, dots, _ and - (at most 64, a letter or digit first)',
};

/** The tolerance of a sum of shares, because sums of decimal fractions are not exact in doubles. */
const ROUNDING = 1e-6;

/** Shares of the requests, with a sum of 1. */
export type Mix = Readonly<Record<'list' | 'get' | 'create', number>>;

export const MIX: Kind<Mix> = {
  schema: mapping(
    'a mapping of list, get and create with a sum of 1',
    {
      list: { ...shareOrZero, description: 'GET /pets' },
      get: { ...shareOrZero, description: 'GET /pets/{petId}' },
      create: { ...shareOrZero, description: 'POST /pets' },
    },
    { minProperties: 1 },
  ),
  read: (value, { report }) => {
    const { list = 0, get = 0, create = 0 } = value as Partial<Mix>;
    if (Math.abs(list + get + create - 1) > ROUNDING) return report('the sum of list, get and create must be 1');
    return { list, get, create };
  },
};

/** Latencies in milliseconds, and the share of errors: 0.1 % is 0.001. */
export const OBJECTIVES: Kind<{ readonly [N in 'p50Ms' | 'p95Ms' | 'p99Ms' | 'errorShare']?: number }> = {
  schema: mapping(
    'a mapping of p50, p95, p99 and errors',
    {
      p50: { ...latency, description: 'Maximum median latency.' },
      p95: { ...latency, description: 'Maximum 95th percentile of the latency.' },
      p99: { ...latency, description: 'Maximum 99th percentile of the latency.' },
      errors: {
        type: 'string',
        pattern: '^(100|[0-9]{1,2}(\\.[0-9]{1,6})?) ?%$',
        title: 'a percentage of the requests: 0.1%',
        description: 'Maximum share of failed requests.',
      },
    },
    { minProperties: 1 },
  ),
  read: (value, { report }) => {
    const { errors, ...quantiles } = value as Readonly<Partial<Record<'p50' | 'p95' | 'p99' | 'errors', string>>>;
    let before = { name: '', ms: 0 };
    const latencies = (['p50', 'p95', 'p99'] as const).flatMap((name) => {
      const text = quantiles[name];
      if (text === undefined) return [];
      const ms = milliseconds(text);
      if (ms < before.ms) report(`must not be less than ${before.name}`, [name]);
      before = { name, ms };
      return [[`${name}Ms`, ms]];
    });
    const share =
      errors === undefined ? [] : [['errorShare', Number((Number.parseFloat(errors) / 100).toPrecision(12))]];
    return Object.fromEntries([...latencies, ...share]);
  },
};

/** The customers of each plan, by its name. A plan that the specification lacks has `perMinute`. */
export const CUSTOMERS: Kind<ReadonlyMap<string, Customers>> = {
  schema: {
    type: 'object',
    title: 'a mapping from plans to their activity',
    minProperties: 1,
    patternProperties: { [`^(${PLAN_NAMES.join('|')})$`]: mapping(ACTIVITY, activity) },
    propertyNames: NAME,
    additionalProperties: NEW_PLAN,
  },
  read: (value, { report }) => {
    const plans = Object.entries(value as Readonly<Record<string, Customers>>);
    for (const [name, plan] of plans) if (isShortDay(plan)) report(SHORT_DAY, [name]);
    return new Map(plans);
  },
};

/** The new limit of each plan, from `--change`. */
export const CHANGES: Repeatable<readonly { readonly plan: string; readonly perMinute: number }[]> = {
  repeatable: true,
  schema: { title: 'PLAN=N, the new limit in requests/min, e.g. pro=400' },
  read: (value) => {
    const parts = (value as readonly string[]).map((text) => /^([^=]+)=([1-9]\d{0,8})$/.exec(text));
    const changes = parts.flatMap((part) => (part === null ? [] : { plan: part[1] ?? '', perMinute: Number(part[2]) }));
    return changes.length === parts.length ? changes : undefined;
  },
};

/** Loads as shares of the projected peak, from percentages. */
export const LEVELS: Kind<readonly number[]> = {
  schema: { title: 'percentages of the projected peak above 0, e.g. 50,75,100' },
  read: (value) => {
    const texts = String(value).split(',');
    const levels = texts.map((text) => (/^\s*\d{1,4}(\.\d+)?\s*%?\s*$/.test(text) ? Number.parseFloat(text) / 100 : 0));
    return levels.every((level) => level > 0) ? levels : undefined;
  },
};

export const KEY_FILES: Kind<ReadonlyMap<string, { readonly file: string }>> = {
  schema: {
    type: 'object',
    title: 'a mapping from plans to files of keys',
    propertyNames: NAME,
    additionalProperties: mapping('a file of keys: { file: PATH }', {
      'file!': { ...FILE.schema, description: 'A file with one key per line.' },
    }),
  },
  read: (value, { path }) => {
    const files = Object.entries(value as Readonly<Record<string, { readonly file: string }>>);
    return new Map(files.map(([plan, { file }]) => [plan, { file: path(file) }]));
  },
};
