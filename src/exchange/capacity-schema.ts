const text = { type: 'string' } as const;
const number = { type: 'number' } as const;

const sample = {
  $id: 'Sample',
  type: 'object',
  required: ['n', 'key', 'op', 'due', 'sent', 'received', 'status', 'fresh'],
  properties: {
    n: { type: 'integer' },
    key: text,
    op: { enum: ['list', 'get', 'create'] },
    due: number,
    sent: number,
    received: number,
    status: { type: 'integer' },
    fresh: { type: 'boolean' },
    code: { type: 'integer' },
    date: number,
  },
} as const;

const lag = {
  $id: 'Lag',
  type: 'object',
  required: ['at', 'lags'],
  properties: { at: number, lags: { type: 'array', items: number } },
} as const;

const capacity = {
  $id: 'Capacity',
  type: 'object',
  required: ['at', 'plan'],
  properties: { at: number, plan: { type: 'object' }, instance: { type: 'integer', minimum: 1 } },
} as const;

/** The lines that only a capacity run writes. */
export const CAPACITY_SCHEMAS = { Sample: sample, Lag: lag, Capacity: capacity } as const;
