// Writes the journal of a limits run with a million exchanges (bench/million.ts) to the path that it is given.
import { closeSync, openSync, writeSync } from 'node:fs';
import type { Exchange, JournalRecord, LoadScript } from '../src/exchange/index.ts';
import { journalLine } from '../src/exchange/index.ts';
import { history, PER_DAY, PER_WINDOW, START, WINDOW_SECONDS } from './million.ts';

const RUN = 'bench';
const BASE_URL = 'http://127.0.0.1:1/v1';
const PLAN = { plan: 'enterprise', key: 'enterprise#1', windowSeconds: WINDOW_SECONDS } as const;
const QUOTAS = { perMinute: PER_WINDOW, perDay: PER_DAY, otherPlans: {} } as const;
const SUSTAINED_WINDOWS = 15;

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
    ...QUOTAS,
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
  limits: {
    plans: [{ ...PLAN, ...QUOTAS }],
    refusals: 8,
    connections: 50,
    sustainWindows: SUSTAINED_WINDOWS,
    daily: {},
    ban: {},
  },
  planned: PER_DAY,
};

const scriptOf = (phase: string): LoadScript => (phase === 'sustain' || phase === 'daily' ? phase : 'quota');

/** The exchanges with what k6 and its driver write around them. */
function* records(): Generator<JournalRecord> {
  yield head;
  let script: LoadScript | undefined;
  let [first, sent, last] = [START, 0, START];
  const closing = (of: LoadScript): JournalRecord[] => [
    {
      ...{ v: 1, kind: 'experiment', run: RUN, ...PLAN, perWindow: PER_WINDOW, instance: 'enterprise_1.1' },
      ...{ startedAt: first, at: last, planned: sent, phases: {}, refused: 0, unanswered: 0, skipped: [] },
      ...(of === 'quota' ? { role: 'whole', sent } : { role: 'paced', sent: null }),
    },
    { v: 1, kind: 'load-end', at: last, script: of, k6: 'v2.2.0', problems: [] },
  ];
  for (const exchange of history()) {
    const next = scriptOf(exchange.phase ?? '');
    if (next !== script) {
      if (script !== undefined) yield* closing(script);
      [first, sent] = [exchange.sent.at, 0];
      const experiments = [{ ...PLAN, perWindow: PER_WINDOW, windows: SUSTAINED_WINDOWS, perDay: PER_DAY }];
      yield { v: 1, kind: 'start', at: first, script: next, config: { run: RUN, baseUrl: BASE_URL, experiments } };
    }
    script = next;
    sent += 1;
    last = exchange.received.at;
    yield recorded(exchange);
  }
  if (script !== undefined) yield* closing(script);
  yield { v: 1, kind: 'end', at: last, finishedAt: new Date(last).toISOString(), reason: 'complete' };
}

const recorded = (exchange: Exchange): Exchange => ({ ...exchange, run: RUN, instance: 'enterprise_1.1' });

const file = openSync(process.argv[2] ?? '', 'wx', 0o600);
let lines = '';
for (const record of records()) {
  lines += journalLine(record);
  if (lines.length < 1 << 20) continue;
  writeSync(file, lines);
  lines = '';
}
writeSync(file, lines);
closeSync(file);
