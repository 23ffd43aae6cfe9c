import { pause } from '../../../src/client/pace.ts';
import type { Exchange } from '../../../src/exchange/records/exchange-record.ts';
import type { Settings, Wait } from '../../../src/exchange/records/run-record.ts';
import type { EndedTrace } from '../../../src/exchange/trace.ts';
import type { Limiter } from '../../limiter/simulation/limiters.ts';
import { headOf, SETTINGS, START } from '../../trace.ts';

export interface World {
  readonly limiter: Limiter;
  readonly perMinute: number;
  /** Seconds that each answer takes, in turn. */
  readonly latencies: readonly number[];
  /** The server's clock less ours, in seconds. */
  readonly offset: number;
  readonly rounding: 'floor' | 'ceil' | 'round';
  /** When the key was used before the run, in seconds before its start. */
  readonly before: readonly number[];
  readonly requests: number;
  readonly hasDate: boolean;
  /** Whether a request without the key draws on the limiter too. */
  readonly countsUnauthorized: boolean;
}

/** A run of list, get and create with the real pacing over a simulated limiter and clock; every fourth request has no key. */
export function simulate(world: World): { trace: EndedTrace; refused: number } {
  const settings: Settings = { ...SETTINGS, perMinute: world.perMinute };
  const exchanges: Exchange[] = [];
  const waits: Wait[] = [];
  let now = START;
  for (const ago of [...world.before].sort((a, b) => b - a)) world.limiter(START + (world.offset - ago) * 1000);
  for (let request = 0; request < world.requests; request += 1) {
    const withKey = request % 4 !== 3;
    const rest = pause(exchanges, waits, settings, withKey, now);
    if (rest !== undefined) {
      waits.push({ v: 1, kind: 'wait', at: now, until: now + rest.milliseconds, reason: rest.reason });
      now += rest.milliseconds;
    }
    const exchange = send(world, settings, request, now, withKey);
    exchanges.push(exchange);
    now = exchange.received.at + 1;
  }
  const end: EndedTrace['end'] = { v: 1, kind: 'end', at: now, finishedAt: '', reason: 'complete' };
  const refused = exchanges.filter(({ received }) => 'status' in received && received.status === 429).length;
  return { trace: { head: headOf(settings), exchanges, skips: [], waits, end }, refused };
}

const OPERATIONS = [
  ['listPets', 'GET', '/pets', 200],
  ['listPets', 'GET', '/pets?limit=1', 200],
  ['getPet', 'GET', '/pets/1', 200],
  ['createPet', 'POST', '/pets', 201],
] as const;

function send(world: World, settings: Settings, request: number, at: number, withKey: boolean): Exchange {
  const latency = (world.latencies[request % world.latencies.length] ?? 0) * 1000;
  const received = at + latency;
  const decided = at + latency / 2 + world.offset * 1000;
  const counts = withKey || world.countsUnauthorized;
  const untouched = { admitted: true, remaining: settings.perMinute, resetAt: decided, freeAt: decided };
  const shown = counts ? world.limiter(decided) : untouched;
  const [operation, method, path, status] = OPERATIONS[Math.floor(request / 3) % OPERATIONS.length] ?? OPERATIONS[0];
  const numbers: [string, string][] = [
    ['x-ratelimit-limit', String(settings.perMinute)],
    ['x-ratelimit-remaining', String(shown.remaining)],
    ['x-ratelimit-reset', String(Math[world.rounding](shown.resetAt / 1000))],
  ];
  const date: [string, string][] = world.hasDate
    ? [['date', new Date(received + world.offset * 1000).toUTCString()]]
    : [];
  return {
    v: 1,
    run: 'run-1',
    seq: request + 1,
    recorder: 'client',
    probe: `simulated.${request}`,
    key: withKey ? settings.key : null,
    operation,
    sent: { at, method, path, headers: [], body: null },
    received: {
      at: received,
      status: !withKey ? 401 : shown.admitted ? status : 429,
      headers: [...date, ...numbers],
      body: '[]',
    },
  };
}
