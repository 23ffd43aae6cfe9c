import { closestMatch } from 'leven';
import { PLAN_NAMES, type PlanLimits, type PlanName } from '../spec/plans.ts';

/** A JSON Schema (2020-12). Messages contain its title after "expected", and its first example if a value is missing. */
export type Schema = Readonly<Record<string, unknown>>;

/** The path of a value in storecheck.yaml: targets, staging, keys, pro, 0. */
export type Path = readonly (string | number)[];

/** Adds a problem with a value, or with a part of it. Problems never repeat a value, which may be a key. */
type Report = (problem: string, at?: Path) => undefined;

/** What the reader of a value may need: the value is in an option, or in storecheck.yaml, whose schema has accepted it. */
interface ReadContext {
  readonly report: Report;
  /** Resolves a path: in storecheck.yaml, it is relative to the folder of that file. */
  readonly path: (path: string) => string;
  /** A scalar of storecheck.yaml as written, with all digits. */
  readonly source: (at: Path) => string | undefined;
}

/** A kind of value: its schema in storecheck.yaml, and a function that reads it, unless it is used as it is. */
export interface Kind<T> {
  readonly schema: Schema;
  /** Returns undefined if the value is of another kind. */
  readonly read?: (value: unknown, context: ReadContext) => T | undefined;
}

/** The kind of an option that can be repeated. It reads a list of texts. */
export type Repeatable<T> = Kind<T> & { readonly repeatable: true };

/** Reads a value, and reports a problem with it. */
export function readAs<T>(kind: Kind<T>, value: unknown, context: ReadContext): T | undefined {
  let isReported = false;
  const report: Report = (problem, at) => {
    isReported = true;
    return context.report(problem, at);
  };
  const found = kind.read === undefined ? (value as T) : kind.read(value, { ...context, report });
  return found === undefined && !isReported ? report(`expected ${kind.schema['title']}`) : found;
}

/** Reads the text of an option. Problems begin with the option's name. */
export function readOption<T>(kind: Kind<T>, text: unknown, option: string, report: Report): T | undefined {
  return readAs(kind, text, {
    report: (problem) => report(`${option}: ${problem}`),
    path: (path) => path,
    source: () => undefined,
  });
}

export const TEXT: Kind<string> = { schema: { type: 'string', title: 'a text' } };
/** A list of texts. Each text of an option may be several, separated by commas. */
export const TEXTS: Repeatable<readonly string[]> = {
  schema: {},
  read: (value) => (value as readonly string[]).flatMap((text) => text.split(',').map((part) => part.trim())),
  repeatable: true,
};
export const SWITCH: Kind<boolean> = { schema: { type: 'boolean', title: 'true or false' } };

export const integer = (minimum: number, maximum = 1_000_000_000): Kind<number> => ({
  schema: { type: 'integer', minimum, maximum, title: `an integer from ${minimum} to ${maximum}` },
  // `Number(true)` is 1: an option without its optional value is `true`.
  read: (value) => {
    const number = value === '' ? Number.NaN : Number(value);
    return Number.isInteger(number) && number >= minimum && number <= maximum ? number : undefined;
  },
});

export const SHARE: Kind<number> = {
  schema: {
    type: 'number',
    exclusiveMinimum: 0,
    maximum: 1,
    title: 'a share above 0 and up to 1 (0.5 is half)',
    examples: [0.5],
  },
};

export const PLAN = oneOf(PLAN_NAMES, 'a plan: free, pro, business or enterprise');

const MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** Milliseconds of `500ms`, `60s`, `2m`, `1h`, or of a number of seconds. */
export function milliseconds(text: string): number {
  const unit = /(ms|s|m|h)$/.exec(text)?.[0] as keyof typeof MS | undefined;
  return Math.round(Number.parseFloat(text) * MS[unit ?? 's'] * 1000) / 1000;
}

const MAX_DURATION_MS = 24 * MS.h;

/** A duration, read as milliseconds. */
export const DURATION: Kind<number> = {
  schema: {
    type: ['number', 'string'],
    exclusiveMinimum: 0,
    maximum: MAX_DURATION_MS / 1000,
    pattern: '^[0-9]{1,9}(\\.[0-9]{1,3})? ?(ms|s|m|h)$',
    title: 'a duration above 0 and up to a day: 500ms, 2s, 1m, 1h or a number of seconds',
  },
  read: (value) => {
    const text = String(value);
    if (!/^\d{1,9}(\.\d{1,3})? ?(ms|s|m|h)?$/.test(text)) return undefined;
    const ms = milliseconds(text);
    return ms > 0 && ms <= MAX_DURATION_MS ? ms : undefined;
  },
};

export const DATE: Kind<string> = {
  schema: { type: 'string', format: 'date', title: 'a calendar date (YYYY-MM-DD)', examples: ['2027-03-01'] },
  read: (value) => {
    const time = Date.parse(`${value}T00:00:00Z`);
    // Date.parse would read 2027-02-30 as a day in March.
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(`${value}T`) ? String(value) : undefined;
  },
};

export function oneOf<const W extends string>(words: readonly W[], title: string): Kind<W> {
  return { schema: { type: 'string', enum: words, title }, read: (value, { report }) => wordIn(value, words, report) };
}

export function wordIn<W extends string>(value: unknown, words: readonly W[], report: Report): W | undefined {
  const found = words.find((known) => known === value);
  return found ?? report(`expected one of ${words.join(', ')}${didYouMean(String(value), words)}`);
}

export function didYouMean(typed: string, candidates: readonly string[]): string {
  const lowered = candidates.map((candidate) => candidate.toLowerCase());
  const maxDistance = Math.min(typed.length - 1, Math.max(2, Math.floor(typed.length / 3)));
  const closest = closestMatch(typed.toLowerCase(), lowered, { maxDistance });
  return closest === undefined ? '' : ` (did you mean ${candidates[lowered.indexOf(closest)]}?)`;
}

/** A list of words, or a single one. In an option, commas separate them. */
export const listOf = <const W extends string>(words: readonly W[]): Repeatable<readonly W[]> => ({
  repeatable: true,
  schema: {
    type: ['string', 'array'],
    pattern: `^(${words.join('|')})$`,
    items: { type: 'string', enum: words, title: `one of ${words.join(', ')}` },
    minItems: 1,
    uniqueItems: true,
    title: `${words.join(', ')} or a list of these, each once`,
  },
  read: (value, { report }) => {
    const texts = [value as string | readonly string[]].flat().flatMap((text) => text.split(','));
    return texts.flatMap((text) => wordIn(text.trim(), words, report) ?? []);
  },
});

export const FILE: Kind<string> = {
  schema: {
    type: 'string',
    pattern: '^(?!~)[^\\u0000-\\u001f\\u007f]+$',
    maxLength: 1000,
    title: "a file's path, relative to this file's folder (~ is not expanded)",
    examples: ['keys/pro.key'],
  },
  read: (value, { path }) => path(String(value)),
};

/** A URL that matches a pattern, read without a trailing slash. Messages do not repeat it, because it may contain credentials. */
const urlKind = (pattern: string, title: string, example: string): Kind<string> => ({
  schema: {
    type: 'string',
    format: 'uri',
    pattern,
    maxLength: 500,
    title: `${title}: ${example}`,
    examples: [example],
  },
  read: (value, { report }) => {
    const text = String(value);
    if (!new RegExp(pattern, 'i').test(text)) return undefined;
    if (!URL.canParse(text)) return report(`invalid host or port in this URL; e.g. ${example}`);
    return new URL(text).href.replace(/\/+$/, '');
  },
});

export const BASE_URL = urlKind(
  '^https?://[^/?#@]+(/[^?#]*)?$',
  'an http(s) URL with the path prefix, without credentials and query',
  'https://staging.example.com/v1',
);

export const PROXY = urlKind(
  '^https?://[^/?#@]+/?$',
  'an http(s) URL of a proxy without path and credentials',
  'http://proxy.example.com:3128',
);

/** The schema of an object with only these members. A name that ends with `!` is required. */
export function mapping(title: string, members: Readonly<Record<string, Schema>>, more: Schema = {}): Schema {
  const entries = Object.entries(members).map(([name, schema]) => [name.replace('!', ''), schema]);
  const required = Object.keys(members)
    .filter((name) => name.endsWith('!'))
    .map((name) => name.slice(0, -1));
  return {
    type: 'object',
    title,
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(entries),
    additionalProperties: false,
    ...more,
  };
}

/** The schema of an object with an optional member per plan. `properties` would repeat the code of the validator for each plan. */
export const perPlan = (schema: Schema, title: string): Schema => ({
  type: 'object',
  title,
  propertyNames: { enum: PLAN_NAMES, title: PLAN.schema['title'] },
  additionalProperties: schema,
});

export type LimitsOverride = Partial<PlanLimits>;

export const COUNT = integer(1).schema;

export const PLAN_LIMITS_KIND: Kind<LimitsOverride> = {
  schema: mapping(
    'a mapping of perMinute and perDay',
    {
      perMinute: { ...COUNT, description: 'Requests per window (a minute, unless the target sets another).' },
      perDay: { ...COUNT, description: 'Requests per day.' },
    },
    { minProperties: 1 },
  ),
  read: (value, { report }) => {
    const [, perMinute, perDay] = /^([1-9]\d{0,8})(?:\/([1-9]\d{0,8}))?$/.exec(String(value)) ?? [];
    const typed = perMinute && { perMinute: Number(perMinute), ...(perDay && { perDay: Number(perDay) }) };
    const limits = typeof value === 'string' ? typed : (value as LimitsOverride);
    if (!limits) return report('expected a limit in requests/min, or with the daily limit, e.g. 5000 or 5000/1000000');
    return isShortDay(limits) ? report(SHORT_DAY) : limits;
  },
};

export const isShortDay = ({ perMinute, perDay }: LimitsOverride): boolean => (perDay ?? Infinity) < (perMinute ?? 0);

export const SHORT_DAY = 'perDay must not be less than perMinute';

export type KeySource = { readonly env: string } | { readonly file: string };

/** The source of a key, and the plan of the key. */
type NamedKey = { readonly plan: string } & (KeySource | { readonly isMalformed: true });

const SOURCE_TITLE = 'the source of a key, { env: NAME } or { file: PATH }';
const SOURCE = mapping(
  SOURCE_TITLE,
  {
    env: {
      type: 'string',
      pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
      maxLength: 128,
      title: "a variable's name (letters, digits, _; no $)",
      description: 'The environment variable with the key.',
    },
    file: { ...FILE.schema, description: 'The file with the key on one line.' },
  },
  { minProperties: 1, maxProperties: 1 },
);
const SOURCES: Schema = {
  ...SOURCE,
  type: ['object', 'array'],
  title: `${SOURCE_TITLE}, or a list of them`,
  items: SOURCE,
  minItems: 1,
};

/** Key sources by plan; in an option, texts like `free=env:NAME`. @param source the schema of a plan's value in storecheck.yaml */
const keysOfPlans = (source: Schema): Repeatable<readonly NamedKey[]> => ({
  repeatable: true,
  schema: perPlan(source, 'a mapping from plans to key sources'),
  read: (value, { path }) => {
    if (Array.isArray(value)) return value.map(typedKey);
    const plans = value as Readonly<Partial<Record<PlanName, KeySource | readonly KeySource[]>>>;
    const resolved = (source: KeySource) => ('env' in source ? source : { file: path(source.file) });
    return PLAN_NAMES.flatMap((plan) => [plans[plan] ?? []].flat().map((source) => ({ plan, ...resolved(source) })));
  },
});

export const KEYS = keysOfPlans(SOURCES);
export const KEY = keysOfPlans(SOURCE);

function typedKey(text: string): NamedKey {
  const [plan = '', source = ''] = text.split(/=(.*)/s);
  const [, kind, place = ''] = /^(env|file):(.*)$/s.exec(source) ?? [];
  if (kind === undefined) return { plan, isMalformed: true };
  return kind === 'env' ? { plan, env: place } : { plan, file: place };
}

/** Category ids as written, because a double would change an id above 2^53; null for any id. */
export const CATEGORIES: Kind<readonly string[] | null> = {
  schema: {
    type: ['string', 'array'],
    pattern: '^any$',
    items: { type: 'integer', title: 'a category id (a 64-bit integer without quotes)' },
    minItems: 1,
    title: 'any, or a list of category ids',
  },
  read: (value, { report, source }) => {
    if (value === 'any') return null;
    return (value as readonly number[]).map((_, index) => {
      const digits = source([index]) ?? '';
      const id = /^-?\d+$/.test(digits) ? BigInt.asIntN(64, BigInt(digits)) : undefined;
      if (id === undefined || id !== BigInt(digits)) report('expected the digits of a 64-bit integer', [index]);
      return String(id);
    });
  },
};

export const CLIENT_CERTIFICATE: Kind<{ readonly cert: string; readonly key: string }> = {
  schema: mapping('a mapping of cert and key, two files', {
    'cert!': { ...FILE.schema, description: 'The certificate (PEM).', examples: ['client.crt'] },
    'key!': { ...FILE.schema, description: 'Its private key (PEM).', examples: ['client.key'] },
  }),
  read: (value, { path }) => {
    const { cert, key } = value as { readonly cert: string; readonly key: string };
    return { cert: path(cert), key: path(key) };
  },
};
