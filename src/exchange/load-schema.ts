const text = { type: 'string' } as const;
const number = { type: 'number' } as const;

const script = { enum: ['quota', 'sustain', 'daily', 'ban', 'capacity'] } as const;

const start = {
  $id: 'Start',
  type: 'object',
  required: ['at', 'script', 'config'],
  properties: {
    at: number,
    script,
    instance: { type: 'integer', minimum: 1 },
    config: {
      type: 'object',
      required: ['run', 'baseUrl', 'experiments'],
      properties: {
        run: text,
        baseUrl: text,
        experiments: {
          type: 'array',
          items: {
            type: 'object',
            required: ['plan', 'key', 'perWindow', 'windowSeconds'],
            properties: {
              plan: text,
              key: text,
              secondKey: text,
              perWindow: number,
              windowSeconds: number,
              perDay: number,
            },
          },
        },
      },
    },
  },
} as const;

const held = {
  $id: 'Held',
  type: 'object',
  required: ['at', 'key', 'instance', 'phase'],
  properties: { at: number, key: text, instance: text, phase: text },
} as const;

const experiment = {
  $id: 'Experiment',
  type: 'object',
  required: ['run', 'key', 'plan', 'perWindow', 'windowSeconds', 'instance', 'role', 'at', 'planned', 'sent', 'phases'],
  properties: {
    run: text,
    key: text,
    plan: text,
    perWindow: number,
    windowSeconds: number,
    instance: text,
    role: text,
    at: number,
    planned: number,
    sent: { anyOf: [{ type: 'null' }, number] },
    phases: { type: 'object' },
    stopped: text,
  },
} as const;

const loadEnd = {
  $id: 'LoadEnd',
  type: 'object',
  required: ['at', 'script', 'k6', 'problems'],
  properties: {
    at: number,
    script,
    k6: { anyOf: [{ type: 'null' }, text] },
    problems: {
      type: 'array',
      items: { type: 'object', required: ['kind', 'message'], properties: { kind: text, message: text } },
    },
  },
} as const;

/** What k6 writes besides requests, and what the driver adds at its end. */
export const LOAD_SCHEMAS = { Start: start, Held: held, Experiment: experiment, LoadEnd: loadEnd } as const;
