import { describe, expect, it } from 'vitest';
import { loadLines, loadProgress } from '../../src/cli/live/load-progress.ts';
import { progress } from '../../src/cli/live/progress.ts';
import { type Screen, screenOn } from '../../src/cli/live/screen.ts';
import { wireLines } from '../../src/cli/live/watch.ts';
import type { Exchange } from '../../src/exchange/records/exchange-record.ts';
import type { JournalRecord } from '../../src/exchange/records/journal-record.ts';
import type { Head } from '../../src/exchange/records/run-record.ts';
import { COLOURED, PLAIN } from '../../src/report/paint.ts';
import { goldenIn } from '../golden.ts';
import { ACTIVE, HOSTILE, hostileExchange } from '../report/hostile.ts';
import { virtualClock } from '../virtual/clock.ts';
import { shown } from './shown.ts';

function onScreen(isTerminal: boolean, columns = 40): { screen: Screen; text: () => string } {
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  return { screen: screenOn(write, isTerminal, () => columns), text: () => text };
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

const head = { limits: { plans: [{ plan: 'free', key: 'free#1', perMinute: 60 }] } } as unknown as Head;

describe('the live area', () => {
  it('is redrawn in place, below the lines that stay', () => {
    const { screen, text } = onScreen(true);
    screen.say('bill\n');
    screen.draw([['one'], ['two']]);
    screen.draw([['three']]);
    screen.say('a note\n');
    screen.draw([['four'], ['five']]);
    expect(shown(text())).toEqual(['bill', 'a note', 'four', 'five', '']);
    screen.clear();
    expect(shown(text())).toEqual(['bill', 'a note', '']);
  });

  it('is cut to the width of the terminal, in which colours do not count', () => {
    const { screen, text } = onScreen(true, 24);
    screen.draw([['x'.repeat(60), COLOURED.red], ['short']]);
    const [red = ''] = shown(text());
    expect(red).toBe(COLOURED.red(`${'x'.repeat(22)}…`));
  });

  it('is absent without a terminal: no control code is written', () => {
    const { screen, text } = onScreen(false);
    screen.draw([['one']]);
    screen.say('two\n');
    screen.clear();
    expect(text()).toBe('two\n');
  });

  it('shows for each key a bar, admitted and refused requests, and a wait with its reason', () => {
    const key = { refused: 0, earlier: 0, done: false };
    const waiting = { until: 4_100, reason: 'x' };
    const rows = [
      { ...key, name: 'free', of: 60, admitted: 30, phase: 'burst' },
      { ...key, name: 'pro', of: 300, admitted: 151, earlier: 1, refused: 4, phase: 'burst', waiting },
      { ...key, name: 'business', of: 1000, admitted: 1002, refused: 5, done: true },
    ];
    expect(loadLines(rows, PLAIN, 1_000, 79).map(([text]) => text)).toEqual([
      '  limits    k6 exhausts the limits of 3 keys in parallel',
      '  free      ████████░░░░░░░░  30 admitted, 0 refused · burst',
      '  pro       ████████░░░░░░░░  151 admitted, 4 refused · burst',
      '            waiting 4 s x',
      '  business  ████████████████  1,002 admitted, 5 refused · done',
    ]);
    for (const [text] of loadLines(rows, PLAIN, 1_000, 79)) expect(text.length).toBeLessThan(80);
  });
});

describe('progress', () => {
  const answer = (status: number, change: Partial<Exchange>) =>
    exchange({ recorder: 'k6', key: 'free#1', received: { at: 0, status, headers: [], body: null }, ...change });
  const reset = wait(12, 'until the window resets at 12:31:00');

  interface Scene {
    readonly records: readonly (Exchange | JournalRecord)[];
    readonly isOfLimits?: boolean;
    readonly isTerminal?: boolean;
    /** Milliseconds from the last record to the end of the run. */
    readonly pause?: number;
  }
  const SCENES: Readonly<Record<string, Scene>> = {
    'a check on a terminal': { records: [exchange(), reset], isTerminal: true },
    'a check': { records: [...['list.minimum', 'auth.a', 'auth.b'].map((probe) => exchange({ probe })), reset] },
    'a check that waits': { records: [exchange()], pause: 30_000 },
    'every admitted request of a key, as the result counts them': {
      records: [
        answer(200, { operation: 'listPets' }),
        answer(400, { operation: 'createPet' }),
        answer(404, { operation: 'getPet' }),
        answer(429, { operation: 'listPets' }),
      ],
      isOfLimits: true,
      pause: 20_000,
    },
    'a key that waits for a new window, in which the requests are counted anew': {
      records: [
        answer(200, {}),
        { kind: 'experiment', key: 'free#1' } as unknown as JournalRecord,
        { ...wait(60, 'x'), key: 'free#1', phase: 'calibrate' } as JournalRecord,
        answer(200, {}),
        { kind: 'experiment', key: 'free#1' } as unknown as JournalRecord,
      ],
      isOfLimits: true,
    },
  };

  it('shows progress and waits with their reasons, and nothing after its end', async () => {
    const texts: string[] = [];
    for (const [name, { records, isOfLimits, isTerminal = false, pause = 0 }] of Object.entries(SCENES)) {
      const clock = virtualClock();
      const { screen, text } = onScreen(isTerminal, 80);
      const live = isOfLimits === true ? loadProgress(screen, PLAIN, head, clock) : progress(screen, PLAIN, 40, clock);
      for (const one of records) live.see(one);
      await clock.sleep(pause);
      const before = shown(text()).join('\n');
      live.end();
      const after = shown(text()).join('\n');
      await clock.sleep(60_000);
      expect(shown(text()).join('\n')).toBe(after);
      texts.push(`### ${name}\n${before}### after its end\n${after}`);
    }
    await expect(texts.join('\n')).toMatchFileSnapshot(goldenIn(import.meta.dirname)('live.txt'));
  });
});

describe('--verbose', () => {
  it('shows each request and response', () => {
    expect(wireLines(exchange())).toBe(
      '* request 1, auth.required.get\n> POST /pets?x=x\n> X: x\n>\n> x\n< 200  (12.5 ms)\n< Content-Type: x\n<\n< x\n',
    );
    const failure = { code: 'ECONNRESET', message: 'reset' };
    expect(wireLines(exchange({ received: { at: 1_795_262_400_003, failure } }))).toContain(
      '< no response: ECONNRESET reset',
    );
  });

  it.each(Object.entries(HOSTILE))('shows %s inert and cut', (_name, text) => {
    const lines = wireLines(hostileExchange(text.slice(0, 5_000)));
    expect(lines).not.toMatch(ACTIVE);
    expect(lines.length).toBeLessThan(80_000);
  });
});
