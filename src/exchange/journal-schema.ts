import { CAPACITY_SCHEMAS } from './capacity-schema.ts';
import { LOAD_SCHEMAS } from './load-schema.ts';

/**
 * What a journal line must look like (JSON Schema 2020-12), so that nothing unreadable is judged. Validators are generated from it at
 * build time (build.mjs). Unknown fields are allowed: a later minor version may add some.
 */
const text = { type: 'string' } as const;
const number = { type: 'number' } as const;
const strings = { type: 'array', items: text } as const;
const quota = {
  type: 'object',
  required: ['perMinute', 'perDay'],
  properties: { perMinute: number, perDay: number },
} as const;
const headers = { type: 'array', items: { type: 'array', items: text, minItems: 2, maxItems: 2 } } as const;
const failure = { type: 'object', required: ['code', 'message'], properties: { code: text, message: text } } as const;

const settings = {
  type: 'object',
  required: [
    ...[
      'plan',
      'key',
      'keyHasLetters',
      'perMinute',
      'perDay',
      'otherPlans',
      'windowSeconds',
      'readOnly',
      'settleMs',
      'today',
    ],
    ...['categories', 'only', 'skip', 'maxRequests', 'tag'],
  ],
  properties: {
    plan: text,
    key: text,
    keyHasLetters: { type: 'boolean' },
    perMinute: { type: 'number', exclusiveMinimum: 0 },
    perDay: { type: 'number', exclusiveMinimum: 0 },
    otherPlans: { type: 'object', additionalProperties: quota },
    windowSeconds: { type: 'number', exclusiveMinimum: 0 },
    readOnly: { type: 'boolean' },
    settleMs: number,
    today: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    categories: { anyOf: [{ type: 'null' }, strings] },
    only: strings,
    skip: strings,
    maxRequests: number,
    tag: { type: 'string', pattern: '^[0-9a-f]+$' },
  },
} as const;

const limitPlan = {
  type: 'object',
  required: ['plan', 'key', 'perMinute', 'perDay', 'otherPlans'],
  properties: {
    plan: text,
    key: text,
    secondKey: text,
    perMinute: { type: 'integer', minimum: 1 },
    perDay: { type: 'integer', minimum: 1 },
    otherPlans: { type: 'object', additionalProperties: quota },
  },
} as const;
const labels = { type: 'object', additionalProperties: text } as const;
const limits = {
  type: 'object',
  required: ['plans', 'refusals', 'connections', 'sustainWindows', 'daily', 'ban'],
  properties: {
    plans: { type: 'array', items: limitPlan },
    refusals: number,
    connections: number,
    sustainWindows: number,
    daily: labels,
    ban: labels,
  },
} as const;

const rerun = {
  type: 'object',
  required: ['of', 'failed'],
  properties: {
    of: text,
    failed: { type: 'array', items: { type: 'object', required: ['id'], properties: { id: text, plan: text } } },
  },
} as const;

const head = {
  $id: 'Head',
  type: 'object',
  required: ['run', 'command', 'tool', 'spec', 'startedAt', 'target', 'settings', 'planned'],
  properties: {
    run: text,
    command: text,
    tool: { type: 'object', required: ['name', 'version'], properties: { name: text, version: text } },
    spec: { type: 'object', required: ['version', 'sha256'], properties: { version: text, sha256: text } },
    startedAt: text,
    target: {
      type: 'object',
      required: ['name', 'baseUrl', 'class'],
      properties: { name: text, baseUrl: text, class: text },
    },
    settings,
    limits,
    rerun,
    planned: number,
  },
} as const;

const exchange = {
  $id: 'Exchange',
  type: 'object',
  required: ['run', 'seq', 'recorder', 'probe', 'key', 'operation', 'sent', 'received'],
  properties: {
    run: text,
    seq: { type: 'integer' },
    recorder: { enum: ['client', 'k6'] },
    instance: text,
    probe: text,
    key: { anyOf: [{ type: 'null' }, text] },
    operation: text,
    phase: text,
    sent: {
      type: 'object',
      required: ['at', 'method', 'path', 'headers', 'body'],
      properties: { at: number, method: text, path: text, headers, body: { anyOf: [{ type: 'null' }, text] } },
    },
    received: {
      type: 'object',
      required: ['at'],
      properties: {
        at: number,
        status: { type: 'integer' },
        headers,
        body: { anyOf: [{ type: 'null' }, text] },
        encoding: { const: 'base64' },
        cut: failure,
        failure,
      },
      anyOf: [
        { type: 'object', properties: { failure: true }, required: ['failure'] },
        {
          type: 'object',
          properties: { status: true, headers: true, body: true },
          required: ['status', 'headers', 'body'],
        },
      ],
    },
  },
} as const;

const skip = {
  $id: 'Skip',
  type: 'object',
  required: ['probe', 'cause', 'reason'],
  properties: { probe: text, cause: { enum: ['read-only', 'unselected', 'unneeded', 'prerequisite'] }, reason: text },
} as const;

const wait = {
  $id: 'Wait',
  type: 'object',
  required: ['at', 'until', 'reason'],
  properties: { at: number, until: number, reason: text },
} as const;

const end = {
  $id: 'End',
  type: 'object',
  required: ['at', 'finishedAt', 'reason'],
  properties: {
    at: number,
    finishedAt: text,
    reason: {
      enum: ['complete', 'set-up', 'rate-limited', 'unanswered', 'request-budget', 'time-budget', 'interrupted'],
    },
  },
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
