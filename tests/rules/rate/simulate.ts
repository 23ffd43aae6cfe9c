import { pause } from '../../../src/client/pace.ts';
import type { Exchange } from '../../../src/exchange/records/exchange-record.ts';
import type { Settings, Wait } from '../../../src/exchange/records/run-record.ts';
import type { EndedTrace } from '../../../src/exchange/trace.ts';
import type { serviceOf } from '../../limiter/simulation/service.ts';
import { headOf, SETTINGS, START } from '../../trace.ts';

/** A key that no limiter counts: requests without a key, if the service does not count them with the others. */
export const UNCOUNTED = 'none#1';

export interface World {
  readonly service: ReturnType<typeof serviceOf>;
  readonly perMinute: number;
  /** Seconds that each answer takes, in turn. */
  readonly latencies: readonly number[];
  /** The server's clock less ours, in seconds. */
  readonly offset: number;
  /** When the key was used before the run, in seconds before its start. */
  readonly before: readonly number[];
  readonly requests: number;
  /** Whether a request without the key draws on the limiter too. */
  readonly countsUnauthorized: boolean;
}

/** A run of list, get and create with the real pacing over a simulated service and clock; every fourth request has no key. */
export function simulate(world: World): { trace: EndedTrace; refused: number } {
  const settings: Settings = { ...SETTINGS, perMinute: world.perMinute };
  const exchanges: Exchange[] = [];
  const waits: Wait[] = [];
  let now = START;
  for (const ago of [...world.before].sort((a, b) => b - a))
    world.service(START + (world.offset - ago) * 1000, 'listPets', settings.key);
  for (let request = 0; request < world.requests; request += 1) {
    const withKey = request % 4 !== 3;
    const rest = pause({ head: headOf(settings), exchanges, waits }, withKey, now);
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
  ['listPets', 'GET', '/pets'],
  ['listPets', 'GET', '/pets?limit=1'],
  ['getPet', 'GET', '/pets/1'],
  ['createPet', 'POST', '/pets'],
] as const;

function send(world: World, settings: Settings, request: number, at: number, withKey: boolean): Exchange {
  const latency = (world.latencies[request % world.latencies.length] ?? 0) * 1000;
  const [operation, method, path] = OPERATIONS[Math.floor(request / 3) % OPERATIONS.length] ?? OPERATIONS[0];
  const counted = withKey || world.countsUnauthorized ? settings.key : UNCOUNTED;
  const { status, headers } = world.service(at + latency / 2 + world.offset * 1000, operation, counted);
  return {
    v: 1,
    run: 'run-1',
    seq: request + 1,
    recorder: 'client',
    probe: `simulated.${request}`,
    key: withKey ? settings.key : null,
    operation,
    sent: { at, method, path, headers: [], body: null },
    received: { at: at + latency, status: withKey ? status : 401, headers: Object.entries(headers), body: '[]' },
  };
}
