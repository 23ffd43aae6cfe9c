// A million exchanges of one key, one after the other, as a service with a fixed window answers them; never in memory together.
import type { Exchange, HeaderLine } from '../src/exchange/index.ts';

const EXCHANGES = 1_000_000;
export const PER_WINDOW = 20_000;
export const WINDOW_SECONDS = 60;
/** Requests of the experiment of one window: a calibration, what is left of N, two more, two other operations, three later on. */
const QUOTA = PER_WINDOW + 7;
const SUSTAINED = 15 * PER_WINDOW;
/** Refused at the end of the day. */
const REFUSED = 8;
export const PER_DAY = EXCHANGES - REFUSED;
export const START = Date.UTC(2026, 10, 20, 0, 0, 1);

interface Sent {
  readonly phase: string;
  readonly operation: string;
  /** Milliseconds after START. */
  readonly at: number;
}

/** All parts of the experiment, one after the other, with one key. */
function* requests(): Generator<Sent> {
  const list = (phase: string, at: number): Sent => ({ phase, operation: 'listPets', at });
  yield list('calibrate', 0);
  for (let sent = 1; sent < PER_WINDOW + 2; sent += 1) yield list('burst', 50 + sent / 2);
  for (const operation of ['createPet', 'getPet']) yield { phase: 'operations', operation, at: 10_200 };
  yield list('half-window', 40_000);
  yield list('recovery-retry-after', 60_300);
  yield list('recovery-reset', 63_000);
  const paced = EXCHANGES - QUOTA - 1;
  for (let sent = 0; sent < paced; sent += 1)
    yield list(sent < SUSTAINED ? 'sustain' : 'daily', 125_000 + (sent * WINDOW_SECONDS * 1_000) / (PER_WINDOW * 0.98));
  yield list('daily', 125_000 + 52 * WINDOW_SECONDS * 1_000 + 2.5 * WINDOW_SECONDS * 1_000);
}

/** What a service with a fixed window answers; as many objects and strings as a parsed line of a journal has. */
export function* history(): Generator<Exchange> {
  let [seq, used, usedOfDay, end] = [0, 0, 0, -Infinity];
  for (const { phase, operation, at } of requests()) {
    seq += 1;
    const sent = START + at;
    const decided = sent + 4;
    if (decided >= end) [end, used] = [decided + WINDOW_SECONDS * 1_000, 0];
    const admitted = used < PER_WINDOW && usedOfDay < PER_DAY;
    if (admitted) [used, usedOfDay] = [used + 1, usedOfDay + 1];
    const day = usedOfDay >= PER_DAY;
    const reset = day ? START / 1_000 + 86_400 : Math.ceil(end / 1_000);
    const headers: HeaderLine[] = [
      ['Content-Type', 'application/json'],
      ['Date', new Date(decided).toUTCString()],
      ['X-Ratelimit-Limit', String(day ? PER_DAY : PER_WINDOW)],
      ['X-Ratelimit-Remaining', String(day ? 0 : PER_WINDOW - used)],
      ['X-Ratelimit-Reset', String(reset)],
    ];
    if (!admitted) headers.push(['Retry-After', String(Math.ceil(reset - decided / 1_000))]);
    const status = admitted ? (operation === 'listPets' ? 200 : 404) : 429;
    const body = admitted ? null : '{"code":"rate_limited","message":"too many","status":429}';
    yield {
      v: 1,
      run: 'bench',
      seq,
      recorder: 'k6',
      probe: `limit.${phase}`,
      key: 'enterprise#1',
      operation,
      phase,
      sent: { at: sent, method: 'GET', path: '/pets', headers: [], body: null },
      received: { at: sent + 8 + (seq % 7), status, headers, body },
    };
  }
}
