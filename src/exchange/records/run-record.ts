import * as Type from 'typebox';
import { ENDS } from '../../text/reasons.ts';
import { instant, integer, label, number, type Of, orNull, positive, record, recordOf, text, values } from './types.ts';

const above0 = Type.Number({ exclusiveMinimum: 0 });

/** The source of a key: the name of a variable or the path of a file, never the key. */
const keySource = Type.Object({
  env: Type.Optional(text),
  file: Type.Optional(text),
  /** `--key`, or the file and line that name the source; absent for a default variable. */
  place: Type.Optional(text),
});
export const KEY_SOURCES = recordOf(keySource);

const settings = Type.Object({
  plan: text,
  key: label,
  /** Whether the key contains letters. Otherwise, flipping its letter case does not change it. */
  keyHasLetters: Type.Boolean(),
  perMinute: above0,
  perDay: above0,
  windowSeconds: above0,
  readOnly: Type.Boolean(),
  /** `--read-only`, or the place of `allow.writes: false` in storecheck.yaml; absent if nothing forbids writes. */
  readOnlyBy: Type.Optional(text),
  /** Set for production: no URL may contain the key, because access logs would show it. */
  noKeyInUrl: Type.Optional(Type.Literal(true)),
  settleMs: number,
  timeoutMs: Type.Optional(number),
  keySources: Type.Optional(KEY_SOURCES),
  /** The options that printed commands repeat, as words: `['--ca', 'ca.pem']`. */
  options: Type.Optional(Type.Array(Type.Array(text))),
  /** ISO date, e.g. 2026-11-21. */
  today: Type.String({ format: 'date' }),
  /** Category ids that the deployment knows (digits), or null for any. */
  categories: orNull(Type.Array(text)),
  only: Type.Array(text),
  skip: Type.Array(text),
  maxRequests: number,
  /** The seed and the planned number of generated requests; absent if none are generated. */
  exploration: Type.Optional(Type.Object({ seed: integer, requests: integer })),
  /** Unique to the run; part of the name of every animal that it creates. */
  tag: Type.String({ pattern: '^[0-9a-f]+$' }),
});

const limitPlan = Type.Object({
  plan: text,
  key: label,
  secondKey: Type.Optional(label),
  perMinute: positive,
  perDay: positive,
});

const limits = Type.Object({
  plans: Type.Array(limitPlan),
  /** Complete windows paced at the plan's rate (`--sustain`); 0: not requested. */
  sustainWindows: number,
  /** Dedicated keys for the long experiments: label by plan. */
  daily: recordOf(label),
});

export const HEAD = record('head', {
  run: text,
  command: text,
  tool: Type.Object({ name: text, version: text }),
  spec: Type.Object({ version: text, sha256: text }),
  startedAt: text,
  target: Type.Object({ name: text, baseUrl: text, class: text }),
  settings,
  /** Absent if no limit is exhausted. */
  limits: Type.Optional(limits),
  /** The maximum number of requests. */
  planned: number,
});

/** A sentence, `reason`, with its code and values. */
const coded = { code: Type.Optional(text), params: Type.Optional(values), reason: text };

export const SKIP = record('skip', {
  probe: text,
  /**
   * Why a probe was not sent. `read-only` follows from options, `unneeded` from earlier responses; with `prerequisite`, evidence is
   * missing. Only earlier journals have `unselected`.
   */
  cause: Type.Enum(['read-only', 'unselected', 'unneeded', 'prerequisite']),
  ...coded,
});

export const WAIT = record('wait', { at: instant, until: instant, ...coded });

export const END = record('end', {
  at: instant,
  finishedAt: text,
  reason: Type.Enum((Object.keys(ENDS) as (keyof typeof ENDS)[]).filter((end) => end !== 'cut-off')),
});

/** The settings of a run. Verdicts depend on these and the exchanges alone; printed commands repeat some of them. */
export type Settings = Of<typeof settings>;
export type RecordedKeySource = Of<typeof keySource>;
/** A plan whose limit is exhausted. `perMinute` is its limit in a window, which can be shorter than a minute (docs/decisions/019). */
export type LimitPlan = Of<typeof limitPlan>;
export type LimitSettings = Of<typeof limits>;
export type Head = Of<typeof HEAD>;
export type Skip = Of<typeof SKIP>;
export type Wait = Of<typeof WAIT>;
export type End = Of<typeof END>;
export type EndReason = End['reason'];
