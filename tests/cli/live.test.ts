import { expect, it } from 'vitest';
import { watch } from '../../src/cli/watch.ts';
import type { Exchange } from '../../src/exchange/records/exchange-record.ts';
import type { JournalRecord } from '../../src/exchange/records/journal-record.ts';
import type { Output } from '../../src/io/io.ts';
import type { PreparedRun } from '../../src/run/prepare.ts';
import { golden } from '../golden.ts';
import { hostileExchange } from '../report/html-run.ts';
import { virtualClock } from '../virtual/clock.ts';

/** The lines that a terminal shows after the control codes that the live area uses. */
function shown(text: string): string[] {
  const lines = [''];
  let at = 0;
  for (const part of text.split(/(\u001b\[\d*[AJ]|\r|\n)/)) {
    const up = /^\u001b\[(\d+)A$/.exec(part)?.[1];
    if (up !== undefined) at -= Number(up);
    else if (part === '\u001b[J') lines.splice(at, Number.POSITIVE_INFINITY, '');
    else if (part === '\n') {
      at += 1;
      lines[at] ??= '';
    } else if (part !== '\r') lines[at] += part;
  }
  return lines;
}

const exchange = (change: Partial<Exchange> = {}): Exchange => ({
  ...hostileExchange('x'),
  probe: 'auth.required.get',
  ...change,
});
const wait = (seconds: number, reason: string): JournalRecord => ({
  v: 1,
  kind: 'wait',
  at: 0,
  until: seconds * 1000,
  reason,
});

const answer = (status: number, change: Partial<Exchange> = {}) =>
  exchange({ recorder: 'k6', key: 'free#1', received: { at: 0, status, headers: [], body: null }, ...change });
const start = { kind: 'start' } as JournalRecord;
const done = { kind: 'experiment', key: 'free#1' } as unknown as JournalRecord;

interface Scene {
  /** A text is a note between the records. */
  readonly records: readonly (JournalRecord | string)[];
  readonly columns?: number;
  /** Milliseconds from the last record to the end of the run. */
  readonly pause?: number;
}
const SCENES: Readonly<Record<string, Scene>> = {
  'a check on a terminal': { records: [exchange(), wait(12, 'until the window resets at 12:31:00')], columns: 80 },
  'a check that waits': { records: [exchange(), wait(30, 'until the window resets')], pause: 20_000 },
  'every admitted request of a key, as the result counts them': {
    records: [
      exchange(),
      start,
      answer(200, { operation: 'listPets', phase: 'burst' }),
      answer(400, { operation: 'createPet', phase: 'burst' }),
      answer(404, { operation: 'getPet', phase: 'burst' }),
      answer(429, { operation: 'listPets', phase: 'burst' }),
    ],
    pause: 20_000,
  },
  'a key that waits for a new window, in which the requests are counted anew': {
    records: [
      start,
      answer(200),
      { ...wait(60, 'x'), key: 'free#1', phase: 'calibrate' } as JournalRecord,
      answer(200),
      done,
      start,
      answer(200),
      done,
    ],
  },
  'keys on a terminal': { records: [start, answer(200, { phase: 'burst' }), 'a note\n', done], columns: 80 },
};
const prepared = {
  cost: { check: { requests: 0 } },
  head: {
    limits: { plans: [{ plan: 'free', key: 'free#1', perMinute: 60 }], sustainWindows: 0, daily: {} },
  },
} as unknown as PreparedRun;

it('shows progress and waits with their reasons, and nothing after its end', async () => {
  const texts: string[] = [];
  for (const [name, { records, columns, pause = 0 }] of Object.entries(SCENES)) {
    const clock = virtualClock();
    let text = '';
    const write = (part: string) => {
      text += part;
    };
    const stderr = { write, ...(columns === undefined ? {} : { isTTY: true, columns }) } as unknown as Output;
    const live = watch(prepared, false, { clock, stderr });
    for (const one of records) {
      if (typeof one === 'string') live.end();
      typeof one === 'string' ? write(one) : live.see(one);
    }
    await clock.sleep(pause);
    const before = shown(text).join('\n');
    live.end();
    const after = shown(text).join('\n');
    await clock.sleep(60_000);
    expect(shown(text).join('\n')).toBe(after);
    if (columns === undefined) expect(text).not.toContain('\u001b');
    texts.push(`### ${name}\n${before}### after its end\n${after}`);
  }
  await expect(texts.join('\n')).toMatchFileSnapshot(golden('live.txt'));
});
