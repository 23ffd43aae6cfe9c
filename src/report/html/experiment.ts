import { headerValue, isAnswered } from '../../exchange/exchange.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import { HEADERS } from '../../spec/headers.ts';

/** The outcome of a request. other: an unexpected response, or none. */
type Fate = 'admitted' | 'refused' | 'other';

/** One request of an experiment; times in milliseconds since 1970. NaN: missing header. */
interface Sent {
  readonly phase: string;
  readonly sent: number;
  readonly at: number;
  readonly fate: Fate;
  readonly remaining: number;
  /** Milliseconds since 1970 on the server's clock. */
  readonly reset: number;
}

/** The same in a figure; times in seconds since the first request that counts. */
export interface Point extends Sent {
  /** Admitted requests in the window before its response. */
  readonly admitted: number;
}

/** These have too many requests for a figure, and their own sentences. */
const PACED: readonly (string | undefined)[] = ['sustain', 'daily'];

/** Collects k6's requests by key. A calibration after a burst begins a confirmation attempt. */
export function experimentCollector() {
  const byKey = new Map<string, Sent[][]>();
  const see = (exchange: Exchange): void => {
    const { recorder, key, phase = '' } = exchange;
    if (recorder !== 'k6' || key === null || PACED.includes(phase)) return;
    const attempts = byKey.get(key) ?? [];
    byKey.set(key, attempts);
    const last = attempts.at(-1);
    const isAnother = last === undefined || (phase === 'calibrate' && last.some(isOfBurst));
    if (isAnother) attempts.push([sentOf(exchange, phase)]);
    else last.push(sentOf(exchange, phase));
  };
  /** The last burst of a plan's first key; second keys have none. */
  const of = (plan: string): readonly Sent[] => {
    const attempts = [...byKey].filter(([key]) => key.startsWith(`${plan}#`)).flatMap(([, own]) => own);
    return attempts.findLast((one) => one.some(isOfBurst)) ?? attempts[0] ?? [];
  };
  return { see, of };
}

const isOfBurst = ({ phase }: Pick<Sent, 'phase'>) => phase === 'burst' || phase === 'top-up';

function sentOf({ sent, received, operation, ...exchange }: Exchange, phase: string): Sent {
  const answer = 'failure' in received ? undefined : received;
  const headers = answer?.headers ?? [];
  const digits = (name: string) => {
    const text = headerValue(headers, name) ?? '';
    return /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  };
  const reset = digits(HEADERS.reset);
  return {
    phase,
    sent: sent.at,
    at: received.at,
    fate: isAnswered({ ...exchange, sent, received, operation }) ? fateOf(answer?.status ?? 0, operation) : 'other',
    remaining: digits(HEADERS.remaining),
    reset: reset >= 1e9 && reset < 1e11 ? reset * 1_000 : Number.NaN,
  };
}

/** The expected statuses: 200 for lists, 400 for creates and 404 for gets. */
function fateOf(status: number, operation: Exchange['operation']): Fate {
  if (status === 429) return 'refused';
  const own = operation === 'listPets' ? [200] : [200, 201, 400, 404, 422];
  return own.includes(status) ? 'admitted' : 'other';
}

/** The requests since the last calibration before the burst, in the order of their responses. */
export function pointsOf(all: readonly Sent[], windowSeconds: number): Point[] {
  const burst = all.findIndex(isOfBurst);
  const start = all.findLastIndex(({ phase }, index) => phase === 'calibrate' && (burst < 0 || index < burst));
  const counted = all.slice(Math.max(0, start)).toSorted((a, b) => a.at - b.at);
  const zero = all[Math.max(0, start)]?.sent ?? 0;
  const seconds = (at: number): number => (at - zero) / 1_000;
  const admitted: number[] = [];
  let first = 0;
  return counted.map((one): Point => {
    const at = seconds(one.at);
    if (one.fate === 'admitted') admitted.push(at);
    while ((admitted[first] ?? at) <= at - windowSeconds) first += 1;
    return { ...one, at, sent: seconds(one.sent), reset: seconds(one.reset), admitted: admitted.length - first };
  });
}

/** The phases of the experiment in numbers: the text alternative of the figure. */
export function phasesOf(points: readonly Point[]) {
  return [...new Set(points.map(({ phase }) => phase))].map((phase) => {
    const own = points.filter((point) => point.phase === phase);
    const of = (fate: Fate) => own.filter((point) => point.fate === fate).length;
    const known = own.filter(({ remaining }) => !Number.isNaN(remaining));
    const least = known.reduce((low, { remaining }) => Math.min(low, remaining), Number.POSITIVE_INFINITY);
    return {
      phase,
      from: own.reduce((low, { sent }) => Math.min(low, sent), Number.POSITIVE_INFINITY),
      to: own.at(-1)?.at ?? 0,
      admitted: of('admitted'),
      refused: of('refused'),
      other: of('other'),
      remaining: Number.isFinite(least) ? least : undefined,
    };
  });
}
