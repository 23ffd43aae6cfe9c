// A limits run of one key against a fixed window, with any number of exchanges, which are never in memory together.
import type { Exchange, HeaderLine } from '../src/exchange/records/exchange-record.ts';
import type { JournalRecord } from '../src/exchange/records/journal-record.ts';
import type { LoadScript } from '../src/exchange/records/load-config.ts';

const RUN = 'bench';
const BASE_URL = 'http://127.0.0.1:1/v1';
const START = Date.UTC(2026, 10, 20, 0, 0, 1);
const WINDOW_MS = 60_000;
const SUSTAINED_WINDOWS = 15;
const REFUSED = 8;
const PLAN = { plan: 'enterprise', key: 'enterprise#1', windowSeconds: WINDOW_MS / 1_000 } as const;

interface Sent {
  readonly script: LoadScript;
  readonly phase: string;
  readonly operation: string;
  /** Milliseconds after START. */
  readonly at: number;
}

/** The records of the run's journal, and its exchanges alone. */
export function longRun(exchanges: number) {
  const perWindow = exchanges / 50;
  const perDay = exchanges - REFUSED;
  const limits = { perMinute: perWindow, perDay } as const;

  const head: JournalRecord = {
    v: 1,
    kind: 'head',
    run: RUN,
    command: 'limits',
    tool: { name: 'storecheck', version: '0.0.0' },
    spec: { version: '1.0.0', sha256: '0'.repeat(64) },
    startedAt: new Date(START).toISOString(),
    target: { name: 'bench', baseUrl: BASE_URL, class: 'local' },
    settings: {
      ...PLAN,
      ...limits,
      keyHasLetters: true,
      readOnly: false,
      settleMs: 0,
      today: '2026-11-20',
      categories: null,
      only: [],
      skip: [],
      maxRequests: 20,
      tag: 'be7c',
    },
    limits: { plans: [{ ...PLAN, ...limits }], sustainWindows: SUSTAINED_WINDOWS, daily: {} },
    planned: exchanges,
  };

  function* requests(): Generator<Sent> {
    const list = (script: LoadScript, phase: string, at: number): Sent => ({
      script,
      phase,
      operation: 'listPets',
      at,
    });
    yield list('quota', 'calibrate', 0);
    for (let sent = 1; sent < perWindow + 2; sent += 1) yield list('quota', 'burst', 50 + (sent * 10_000) / perWindow);
    for (const operation of ['createPet', 'getPet'])
      yield { script: 'quota', phase: 'operations', operation, at: 10_200 };
    yield list('quota', 'half-window', 40_000);
    yield list('quota', 'recovery-retry-after', 60_300);
    yield list('quota', 'recovery-reset', 63_000);
    const paced = exchanges - perWindow - REFUSED;
    for (let sent = 0; sent < paced; sent += 1) {
      const part = sent < SUSTAINED_WINDOWS * perWindow ? 'sustain' : 'daily';
      yield list(part, part, 125_000 + (sent * WINDOW_MS) / (perWindow * 0.98));
    }
    yield list('daily', 'daily', 125_000 + 54.5 * WINDOW_MS);
  }

  /** As many headers as a parsed response has. */
  function answers(): (sent: Sent) => Exchange {
    let [seq, used, usedOfDay, end] = [0, 0, 0, -Infinity];
    return ({ phase, operation, at }) => {
      seq += 1;
      const sent = START + at;
      const decided = sent + 4;
      if (decided >= end) [end, used] = [decided + WINDOW_MS, 0];
      const admitted = used < perWindow && usedOfDay < perDay;
      if (admitted) [used, usedOfDay] = [used + 1, usedOfDay + 1];
      const day = usedOfDay >= perDay;
      const reset = day ? START / 1_000 + 86_400 : Math.ceil(end / 1_000);
      const headers: HeaderLine[] = [
        ['Content-Type', 'application/json'],
        ['Date', new Date(decided).toUTCString()],
        ['X-Ratelimit-Limit', String(day ? perDay : perWindow)],
        ['X-Ratelimit-Remaining', String(day ? 0 : perWindow - used)],
        ['X-Ratelimit-Reset', String(reset)],
      ];
      if (!admitted) headers.push(['Retry-After', String(Math.ceil(reset - decided / 1_000))]);
      const status = admitted ? (operation === 'listPets' ? 200 : 404) : 429;
      const body = admitted ? null : '{"code":"rate_limited","message":"too many","status":429}';
      const ids = {
        run: RUN,
        seq,
        instance: 'enterprise_1.1',
        probe: `limit.${phase}`,
        key: PLAN.key,
        operation,
        phase,
      };
      const request = { at: sent, method: 'GET', path: '/pets', headers: [], body: null };
      return {
        v: 1,
        ...ids,
        recorder: 'k6',
        sent: request,
        received: { at: sent + 8 + (seq % 7), status, headers, body },
      };
    };
  }

  /** The exchanges with what k6 and its driver write around them. */
  function* records(): Generator<JournalRecord> {
    yield head;
    let script: LoadScript | undefined;
    let [first, sent, last] = [START, 0, START];
    const closing = (of: LoadScript): JournalRecord[] => [
      {
        v: 1,
        kind: 'experiment',
        run: RUN,
        key: PLAN.key,
        instance: 'enterprise_1.1',
        startedAt: first,
        at: last,
        planned: sent,
        refused: 0,
        ...(of === 'quota' ? { role: 'whole', sent } : { role: 'paced', sent: null }),
      },
      { v: 1, kind: 'load-end', at: last, script: of, k6: 'v2.2.0', problems: [] },
    ];
    const answer = answers();
    for (const request of requests()) {
      const exchange = answer(request);
      if (request.script !== script) {
        if (script !== undefined) yield* closing(script);
        script = request.script;
        [first, sent] = [exchange.sent.at, 0];
        const experiments = [{ ...PLAN, perWindow, windows: SUSTAINED_WINDOWS, perDay }];
        yield {
          v: 1,
          kind: 'start',
          at: first,
          script,
          config: { run: RUN, baseUrl: BASE_URL, timeoutSeconds: 30, experiments },
        };
      }
      sent += 1;
      last = exchange.received.at;
      yield exchange;
    }
    if (script !== undefined) yield* closing(script);
    yield { v: 1, kind: 'end', at: last, finishedAt: new Date(last).toISOString(), reason: 'complete' };
  }

  function* exchangesOfRun(): Generator<Exchange> {
    const answer = answers();
    for (const request of requests()) yield answer(request);
  }

  return { ...PLAN, perWindow, perDay, records, exchanges: exchangesOfRun };
}
