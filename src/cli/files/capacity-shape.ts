import type { Shape } from './shape.ts';

const STATED: Shape = { value: 'number', origin: 'string' };
const ESTIMATE: Shape = { value: 'number', from: 'number', to: 'number or null' };
const RATES: Shape = { rps: 'number' };

const PLAN: Shape = {
  plan: 'string',
  perMinute: { optional: { fields: STATED } },
  subscribers: { fields: STATED },
  activeAtPeak: { fields: STATED },
  use: { fields: STATED },
  changed: { fields: STATED },
  before: { fields: RATES },
  after: { fields: RATES },
};

const STEP: Shape = {
  level: 'number',
  rps: 'number',
  planned: 'number',
  sent: 'number',
  completedRps: 'number',
  errors: { fields: ESTIMATE },
  latency: { fields: { p50: { fields: ESTIMATE }, p95: { fields: ESTIMATE }, p99: { fields: ESTIMATE } } },
  lateP99: 'number or null',
  lagP99: 'number or null',
  busy: 'number or null',
  verdict: ['within', 'beyond', 'open', 'invalid'],
  because: 'texts',
  swamped: 'boolean',
  together: {
    optional: { fields: { instances: 'list', of: 'number', apartMs: 'number or null', clock: ['service', 'own'] } },
  },
};

const CHANGE: Shape = {
  rps: 'number',
  name: ['p50', 'p95', 'p99', 'errors'],
  before: 'number',
  after: 'number',
  change: ['higher', 'lower', '~'],
};

/** What reporters read of a capacity run. */
export const CAPACITY_SHAPE: Shape = {
  verdict: ['fits', 'does-not-fit', 'not-proven'],
  shownBy: 'number or null',
  because: 'texts',
  headroom: 'number or null',
  knee: 'number or null',
  projection: {
    fields: { plans: { list: PLAN }, before: { fields: RATES }, after: { fields: RATES }, busier: { fields: RATES } },
  },
  objectives: {
    fields: {
      p50Ms: { optional: 'number' },
      p95Ms: { optional: 'number' },
      p99Ms: { optional: 'number' },
      errorShare: 'number',
    },
  },
  shares: { list: { plan: 'string', keys: 'number', share: 'number' } },
  mix: { fields: { list: 'number', get: 'number', create: 'number' } },
  writes: { fields: { projected: 'number', asReads: 'boolean' } },
  steps: { list: STEP },
  notOffered: 'list',
  comparison: { optional: { fields: { run: 'string', startedAt: 'string', changes: { list: CHANGE } } } },
};
