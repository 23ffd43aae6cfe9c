import { describe, expect, it } from 'vitest';
import { apiKey } from '../../src/exchange/api-key.ts';
import type { LoadConfig } from '../../src/exchange/records/load-config.ts';
import type { K6Problem } from '../../src/exchange/records/load-record.ts';
import { type RunK6Options, runK6 } from '../../src/k6/run/run.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { closingOf, exchangeOf, RUN, startOf } from '../judge/load-records.ts';
import { scriptedK6 } from '../virtual/k6/scripted.ts';
import { world } from '../virtual/world.ts';

const secret = 'sesame-open-4711/+=&';
const keys = [apiKey('free#1', secret)];
const experiment = { plan: 'free', key: 'free#1', perWindow: 60, windowSeconds: 60 } as const;
const config: LoadConfig = {
  run: RUN,
  baseUrl: 'http://127.0.0.1:9/v1',
  timeoutSeconds: 30,
  experiments: [experiment],
};
const start = startOf(['free#1'], 1_000);
const listed = (seq: number) => exchangeOf('free#1', seq, 1_000, { status: 200 });
const closing = (sent: number) => closingOf('free#1', 2_000, sent);
type Act = Parameters<typeof scriptedK6>[0];

function run(act: Act, options: Partial<RunK6Options> = {}): Promise<K6Problem[]> {
  const { clock } = world();
  const k6 = { path: '/scripted/k6', version: 'v2.2.0' };
  const io = { clock, k6: scriptedK6(act) };
  const script = '/nowhere/quota.js';
  const all = { io, k6, script, config, keys, env: {}, ...options } as const;
  return clock.run(runK6(all));
}

function kinds(problems: K6Problem[]): string[] {
  return problems.map(({ kind }) => kind).sort();
}

describe('how k6 ends', () => {
  it('is explained by its exit code', async () => {
    const results: Record<string, K6Problem[]> = {};
    for (const code of [0, 99, 100, 104, 105, 107, 109, 255, 7])
      results[`exit code ${code}`] = await run(({ journal }) => {
        journal(start, listed(0), closing(1));
        return { code, stderrTail: 'more\noops\n' };
      });
    await expectLines(goldenIn(import.meta.dirname)('exit-codes.txt'), results, (problems) =>
      JSON.stringify(problems.map(({ kind, message }) => `${kind}: ${message}`)),
    );
  });

  it.each<[string, Act]>([
    ['no closing record', ({ journal }) => journal(start, listed(0))],
    ['a missing exchange', ({ journal }) => journal(start, listed(0), closing(2))],
    ['nothing', () => undefined],
  ])('exit code 0 with %s proves nothing', async (_name, act) => expect(kinds(await run(act))).toEqual(['incomplete']));

  it('hands over what was recorded before a crash', async () => {
    const records: unknown[] = [];
    const act: Act = ({ journal, raw }) => {
      journal(start, listed(0));
      raw('{"v":1,"run":"fa');
      return { signal: 'SIGKILL' };
    };
    const result = await run(act, { onRecord: (record) => records.push(record) });
    expect(records.length).toBe(2);
    expect(result.map(({ message }) => message)).toContain('k6 was killed by SIGKILL');
    expect(kinds(result)).toEqual(['cut', 'exit', 'incomplete']);
  });

  it('reports the number of a line that is not a record', async () => {
    const result = await run(({ journal, raw }) => {
      journal(start, listed(0));
      raw('panic: oops\n');
      journal(closing(1));
    });
    expect(result).toMatchObject([{ kind: 'damaged', message: 'invalid records in line 3' }]);
  });

  it('is interrupted by a signal that was aborted before the start', async () => {
    const act: Act = async ({ journal, interrupted }) => {
      journal(start);
      await interrupted;
      return { code: 105 };
    };
    expect(kinds(await run(act, { signal: AbortSignal.abort() }))).toEqual(['incomplete', 'interrupted']);
  });
});

describe('the messages of k6', () => {
  it('loses keys in any form, and the leak is reported', async () => {
    const forms = [secret, encodeURIComponent(secret), Buffer.from(`user:${secret}`).toString('base64')];
    const records: unknown[] = [];
    const act: Act = ({ journal }) => {
      journal(
        start,
        ...forms.map((form, seq) => ({
          ...listed(seq),
          received: { at: 1_001, status: 200, headers: [], body: `say ${form}` },
        })),
        closing(3),
      );
      return { code: 109, stderrTail: `boo ${secret}` };
    };
    const result = await run(act, { onRecord: (record) => records.push(record) });
    const text = JSON.stringify([records, result]);
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').slice(4, 20)])
      expect(text).not.toContain(form);
    expect(result).toMatchObject([
      { kind: 'exit', message: 'k6 exited with code 109 (boo [key free#1])' },
      { kind: 'leak', message: '3 lines of the journal contained a key; it was redacted' },
    ]);
  });
});
