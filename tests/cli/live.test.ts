import { describe, expect, it } from 'vitest';
import { loadLines, loadProgress } from '../../src/cli/live/load-progress.ts';
import { bar, type Progress, progress } from '../../src/cli/live/progress.ts';
import { type Screen, screenOn } from '../../src/cli/live/screen.ts';
import { wireLines } from '../../src/cli/live/wire.ts';
import type { Exchange, Head, JournalRecord } from '../../src/exchange/index.ts';
import type { Clock } from '../../src/io/clock.ts';
import { COLOURED, PLAIN } from '../../src/reporters/text/paint.ts';
import { ACTIVE, HOSTILE, hostileExchange } from '../reporters/hostile.ts';
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

  it('shows the progress of a check, the probe, and a wait with its reason', () => {
    const { screen, text } = onScreen(true, 80);
    const live = progress(screen, PLAIN, 40, virtualClock());
    live.see(exchange());
    live.see(wait(12, 'until the window resets at 12:31:00'));
    expect(shown(text())).toEqual([
      `  check     ${bar(1, 40)}  1 of about 40 requests`,
      '            auth.required.get',
      '            waiting 12 s until the window resets at 12:31:00',
      '',
    ]);
    live.end();
    expect(shown(text())).toEqual(['']);
  });

  it('shows for each key a bar, admitted and refused requests, and a wait with its reason', () => {
    const key = { later: 0, refused: 0, done: false };
    const waiting = { until: 4_100, reason: 'x' };
    const rows = [
      { ...key, name: 'free', of: 60, admitted: 30, phase: 'burst' },
      { ...key, name: 'pro', of: 300, admitted: 300, later: 1, refused: 4, phase: 'burst', waiting },
      { ...key, name: 'business', of: 1000, admitted: 1002, refused: 5, done: true },
    ];
    expect(loadLines(rows, PLAIN, 1_000, 79).map(([text]) => text)).toEqual([
      '  limits    k6 exhausts 3 keys in parallel',
      '  free      ████████░░░░░░░░  30 of 60 admitted, 0 refused · burst',
      '  pro       ████████████████  300 of 300 admitted, 1 more, 4 refused · burst',
      '            waiting 4 s x',
      '  business  ████████████████  1,002 admitted, limit 1,000, 5 refused · done',
    ]);
    for (const [text] of loadLines(rows, PLAIN, 1_000, 79)) expect(text.length).toBeLessThan(80);
  });
});

describe('progress without a terminal', () => {
  it('prints a line for each group of probes and each wait', () => {
    const { screen, text } = onScreen(false);
    const live = progress(screen, PLAIN, 40, virtualClock());
    for (const probe of ['list.minimum', 'auth.a', 'auth.b']) live.see(exchange({ probe }));
    live.see(wait(12, 'until the window resets'));
    live.end();
    expect(text()).toBe('  list     1 request\n  auth     2 requests\n  waiting 12.0 s until the window resets\n');
  });

  it.each<[string, (screen: Screen, clock: Clock) => Progress]>([
    ['check', (screen, clock) => progress(screen, PLAIN, 3, clock)],
    ['limits', (screen, clock) => loadProgress(screen, PLAIN, head, clock)],
  ])('%s prints a line at least every 30 s while it waits', async (_name, begin) => {
    const clock = virtualClock();
    const { screen, text } = onScreen(false);
    const live = begin(screen, clock);
    live.see(exchange({ recorder: 'k6', key: 'free#1' }));
    const before = text().length;
    await clock.sleep(30_000);
    expect(text().length).toBeGreaterThan(before);
    live.end();
    await clock.sleep(60_000);
    expect(text().match(/…/g)).toHaveLength(1);
  });

  const answer = (status: number, change: Partial<Exchange>) =>
    exchange({ recorder: 'k6', key: 'free#1', received: { at: 0, status, headers: [], body: null }, ...change });

  it.each<[string, Exchange[], string]>([
    [
      'every admitted request of a key, as the result does',
      [
        answer(200, { operation: 'listPets' }),
        answer(400, { operation: 'createPet' }),
        answer(404, { operation: 'getPet' }),
        answer(429, { operation: 'listPets' }),
      ],
      'free: 3 of 60 admitted, 1 refused',
    ],
    [
      'what is admitted after the burst apart',
      ['calibrate', 'each-operation', 'burst', 'top-up', 'operations', 'half-window'].map((phase) =>
        answer(200, { phase }),
      ),
      'free: 4 of 60 admitted, 2 more, 0 refused',
    ],
  ])('counts %s', async (_what, exchanges, says) => {
    const clock = virtualClock();
    const { screen, text } = onScreen(false);
    const live = loadProgress(screen, PLAIN, head, clock);
    for (const one of exchanges) live.see(one);
    await clock.sleep(20_000);
    live.end();
    expect(text()).toContain(says);
  });

  it('keeps the count of a key that is done and waits for its next experiment', () => {
    const { screen, text } = onScreen(false);
    const live = loadProgress(screen, PLAIN, head, virtualClock());
    live.see(answer(200, { operation: 'listPets' }));
    live.see({ kind: 'experiment', key: 'free#1' } as unknown as JournalRecord);
    live.see({ ...wait(60, 'x'), key: 'free#1', phase: 'calibrate' } as JournalRecord);
    live.end();
    expect(text()).toContain('free       1 of 60 admitted, 0 refused; waiting 60.0 s x');
  });

  it('prints hostile text inert', () => {
    for (const text of Object.values(HOSTILE).filter(({ length }) => length < 1e5))
      for (const isTerminal of [true, false]) {
        const { screen, text: said } = onScreen(isTerminal, 200);
        const live = progress(screen, PLAIN, 3, virtualClock());
        live.see(exchange({ probe: text }));
        live.see(wait(3, text));
        live.end();
        const load = loadProgress(screen, PLAIN, head, virtualClock());
        load.see({ ...wait(3, text), key: 'free#1', phase: 'burst' } as JournalRecord);
        load.end();
        expect(said().replace(/\u001b\[\d*[AJ]|\r/g, '')).not.toMatch(ACTIVE);
        expect(said()).not.toMatch(/^\s*::[a-z]|##\[/m);
      }
  });
});

describe('--verbose', () => {
  it('shows each request and response', () => {
    expect(wireLines(exchange())).toBe(
      '* exchange 1, request auth.required.get\n> POST /pets?x=x\n> X: x\n>\n> x\n< 200  (12.5 ms)\n< Content-Type: x\n<\n< x\n',
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
