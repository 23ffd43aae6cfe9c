import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { apiKey } from '../../src/exchange/api-key.ts';
import type { LoadConfig } from '../../src/exchange/records/load-config.ts';
import type { ChildEnd, K6Launcher } from '../../src/io/io.ts';
import { runK6 } from '../../src/k6/run/run-k6.ts';
import { expectLines, golden } from '../support/golden.ts';
import { closingOf, exchangeOf, RUN, startOf } from '../support/load-records.ts';
import { missingK6 } from '../virtual/k6/virtual-k6.ts';
import { world } from '../virtual/world.ts';

const secret = 'sesame-open-4711/+=&';
const keys = [apiKey('free#1', secret)];
const experiment = { plan: 'free', key: 'free#1', perWindow: 60, windowSeconds: 60 } as const;
const config: LoadConfig = { run: RUN, baseUrl: 'http://127.0.0.1/v1', timeoutSeconds: 30, experiments: [experiment] };
const start = startOf(['free#1'], 1_000);
const listed = (seq: number) => exchangeOf('free#1', seq, 1_000, { status: 200 });
const closing = (sent: number) => closingOf('free#1', 2_000, sent);
const saying = (form: string, seq: number) => ({
  ...listed(seq),
  received: { at: 1_001, status: 200, headers: [], body: `say ${form}` },
});

const FORMS = [secret, encodeURIComponent(secret), Buffer.from(`user:${secret}`).toString('base64')];
const COMPLETE = [start, listed(0), closing(1)];

/** What k6 writes to its journal (records, or text as it is), and how it ends if not with exit code 0. */
type Case = readonly [written: readonly (object | string)[], end?: Partial<ChildEnd>];

const CASES: Readonly<Record<string, Case>> = {
  ...Object.fromEntries(
    [0, 99, 100, 107, 255].map((code) => [`exit code ${code}`, [COMPLETE, { code, stderrTail: 'more\noops\n' }]]),
  ),
  'no closing record': [[start, listed(0)]],
  'a missing exchange': [[start, listed(0), closing(2)]],
  'an empty journal': [[]],
  'a crash within a line': [[start, listed(0), '{"v":1,"run":"fa'], { code: null, signal: 'SIGKILL' }],
  'a line that is not a record': [[start, listed(0), 'panic: oops\n', closing(1)]],
  'keys in journal and output': [[start, ...FORMS.map(saying), closing(3)], { code: 109, stderrTail: `boo ${secret}` }],
  'an option that k6 does not know': [COMPLETE, { stderrTail: 'There were unknown fields in the options\n' }],
  'an interruption before the start': [[start], { code: 105 }],
};

const k6Of = ([written, end]: Case): K6Launcher => ({
  ...missingK6,
  start: ({ cwd }) => {
    for (const one of written)
      appendFileSync(join(cwd, 'journal.ndjson'), typeof one === 'string' ? one : `${JSON.stringify(one)}\n`);
    return { ended: Promise.resolve({ code: 0, signal: null, stderrTail: '', ...end }), kill: () => undefined };
  },
});

it('each way in which k6 fails is a problem of its kind, and no record or message contains a key', async () => {
  const ends: Record<string, string> = {};
  for (const [name, one] of Object.entries(CASES)) {
    const records: unknown[] = [];
    const options = {
      k6: { path: '/scripted/k6', version: 'v2.2.0' },
      script: '/nowhere/quota.js',
      config,
      keys,
      ...(name.startsWith('an interruption') ? { signal: AbortSignal.abort() } : {}),
      onRecord: (record: unknown) => records.push(record),
    };
    const { clock } = world();
    const problems = await clock.run(runK6({ ...options, io: { clock, k6: k6Of(one), env: {} } }));
    const text = JSON.stringify([records, problems]);
    for (const form of [...FORMS.slice(0, 2), Buffer.from(secret).toString('base64').slice(4, 20)])
      expect(text).not.toContain(form);
    const said = problems.map(({ kind, message }) => `; ${kind}: ${message}`);
    ends[name] = `${records.length} records${said.join('')}`;
  }
  await expectLines(golden('ends.txt'), ends, String);
});
