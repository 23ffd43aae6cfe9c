import { capacityStep } from './capacity-schema.ts';
import { fromOne, instant, list, number, object, orNull, text } from './schema.ts';

const script = { enum: ['quota', 'sustain', 'daily', 'ban', 'capacity'] } as const;

const experiments = list(
  object(
    { plan: text, key: text, secondKey: text, perWindow: number, windowSeconds: number, perDay: number },
    'secondKey',
    'perDay',
  ),
);

const start = {
  $id: 'Start',
  ...object(
    {
      ...{ at: instant, script, instance: fromOne },
      config: object({ run: text, baseUrl: text, experiments, step: capacityStep }, 'step'),
    },
    'instance',
  ),
} as const;

const held = { $id: 'Held', ...object({ at: instant, key: text, instance: text, phase: text }) } as const;

const experiment = {
  $id: 'Experiment',
  ...object(
    {
      run: text,
      key: text,
      plan: text,
      perWindow: number,
      windowSeconds: number,
      instance: text,
      role: text,
      at: instant,
      planned: number,
      sent: orNull(number),
      phases: { type: 'object' },
      stopped: text,
    },
    'stopped',
  ),
} as const;

const loadEnd = {
  $id: 'LoadEnd',
  ...object({ at: instant, script, k6: orNull(text), problems: list(object({ kind: text, message: text })) }),
} as const;

/** What k6 writes besides requests, and what the driver adds at its end. */
export const LOAD_SCHEMAS = { Start: start, Held: held, Experiment: experiment, LoadEnd: loadEnd } as const;
