import { CAPACITY_SCHEMAS } from './capacity-schema.ts';
import { LOAD_SCHEMAS } from './load-schema.ts';
import { fromOne, instant, integer, list, number, object, orNull, text } from './schema.ts';

/**
 * What a journal line must look like (JSON Schema 2020-12), so that nothing unreadable is judged. Validators are generated from it at
 * build time (build.mjs). Unknown fields are allowed: a later minor version may add some.
 */
const strings = list(text);
const headers = list({ ...strings, minItems: 2, maxItems: 2 });
const failure = object({ code: text, message: text });
const otherPlans = { type: 'object', additionalProperties: object({ perMinute: number, perDay: number }) } as const;
const above0 = { type: 'number', exclusiveMinimum: 0 } as const;

const settings = object({
  plan: text,
  key: text,
  keyHasLetters: { type: 'boolean' },
  perMinute: above0,
  perDay: above0,
  otherPlans,
  windowSeconds: above0,
  readOnly: { type: 'boolean' },
  settleMs: number,
  today: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
  categories: orNull(strings),
  only: strings,
  skip: strings,
  maxRequests: number,
  tag: { type: 'string', pattern: '^[0-9a-f]+$' },
});

const labels = { type: 'object', additionalProperties: text } as const;
const limits = object({
  plans: list(
    object({ plan: text, key: text, secondKey: text, perMinute: fromOne, perDay: fromOne, otherPlans }, 'secondKey'),
  ),
  refusals: number,
  connections: number,
  sustainWindows: number,
  daily: labels,
  ban: labels,
});

const head = {
  $id: 'Head',
  ...object(
    {
      run: text,
      command: text,
      tool: object({ name: text, version: text }),
      spec: object({ version: text, sha256: text }),
      startedAt: text,
      target: object({ name: text, baseUrl: text, class: text }),
      settings,
      limits,
      rerun: object({ of: text, failed: list(object({ id: text, plan: text }, 'plan')) }),
      planned: number,
    },
    'limits',
    'rerun',
  ),
} as const;

const exchange = {
  $id: 'Exchange',
  ...object(
    {
      run: text,
      seq: integer,
      recorder: { enum: ['client', 'k6'] },
      instance: text,
      probe: text,
      key: orNull(text),
      operation: text,
      phase: text,
      sent: object({ at: instant, method: text, path: text, headers, body: orNull(text) }),
      received: {
        type: 'object',
        required: ['at'],
        properties: {
          at: instant,
          status: integer,
          headers,
          body: orNull(text),
          encoding: { const: 'base64' },
          cut: failure,
          failure,
        },
        anyOf: [object({ failure: true }), object({ status: true, headers: true, body: true })],
      },
    },
    'instance',
    'phase',
  ),
} as const;

const skip = {
  $id: 'Skip',
  ...object({
    probe: text,
    cause: { enum: ['read-only', 'unselected', 'unneeded', 'prerequisite'] },
    reason: text,
  }),
} as const;

const wait = { $id: 'Wait', ...object({ at: instant, until: instant, reason: text }) } as const;

const end = {
  $id: 'End',
  ...object({
    at: instant,
    finishedAt: text,
    reason: {
      enum: ['complete', 'set-up', 'rate-limited', 'unanswered', 'request-budget', 'time-budget', 'interrupted'],
    },
  }),
} as const;

export const JOURNAL_SCHEMAS = {
  Head: head,
  Exchange: exchange,
  Skip: skip,
  Wait: wait,
  End: end,
  ...LOAD_SCHEMAS,
  ...CAPACITY_SCHEMAS,
} as const;
