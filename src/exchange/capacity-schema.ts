import { fromOne, integer, list, number, object, text } from './schema.ts';

const sample = {
  $id: 'Sample',
  ...object(
    {
      n: integer,
      key: text,
      op: { enum: ['list', 'get', 'create'] },
      due: number,
      sent: number,
      received: number,
      status: integer,
      fresh: { type: 'boolean' },
      code: integer,
      date: number,
    },
    'code',
    'date',
  ),
} as const;

const lag = { $id: 'Lag', ...object({ at: number, lags: list(number) }) } as const;

const capacity = {
  $id: 'Capacity',
  ...object({ at: number, plan: { type: 'object' }, instance: fromOne }, 'instance'),
} as const;

/** The lines that only a capacity run writes. */
export const CAPACITY_SCHEMAS = { Sample: sample, Lag: lag, Capacity: capacity } as const;
