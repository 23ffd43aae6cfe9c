import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { bar } from '../../src/cli/live/bar.ts';
import { foldFor } from '../../src/cli/live/fold.ts';
import { loadProgress } from '../../src/cli/live/load-progress.ts';
import { loadLines } from '../../src/cli/live/load-view.ts';
import { progress } from '../../src/cli/live/progress.ts';
import { type Screen, screenOn } from '../../src/cli/live/screen.ts';
import { wireLines } from '../../src/cli/live/wire.ts';
import type { Exchange, Head, JournalRecord } from '../../src/exchange/index.ts';
import { COLOURED, PLAIN } from '../../src/reporters/paint.ts';
import { BUILT } from '../built.ts';
import { temporaryFolder } from '../folder.ts';
import { ACTIVE, HOSTILE, hostileExchange } from '../reporters/hostile.ts';
import { FREE_KEY } from './check.ts';
import { conforming } from './servers.ts';

/** What a terminal shows after the three codes that are used, and after line feeds. */
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

describe('the live area', () => {
  it('is drawn anew in its place, beneath what stays', () => {
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

  it('is cut to the width of the terminal, wide letters counted twice, colours not at all', () => {
    const { screen, text } = onScreen(true, 24);
    screen.draw([['x'.repeat(60), COLOURED.red], ['猫'.repeat(60)], ['short']]);
    const [red = '', wide = ''] = shown(text());
    expect(red).toBe(COLOURED.red(`${'x'.repeat(22)}…`));
    expect(wide).toBe(`${'猫'.repeat(10)}…`);
  });

  it('does not exist off a terminal: no code is ever written', () => {
    const { screen, text } = onScreen(false);
    screen.draw([['one']]);
    screen.say('two\n');
    screen.clear();
    expect(text()).toBe('two\n');
  });

  it('shows how much of the check is done, the probe, and a wait with its reason', () => {
    const { screen, text } = onScreen(true, 80);
    const live = progress(screen, PLAIN, 40);
    live.see(exchange());
    live.see(wait(12, '1 of 60 requests left; the window resets at 12:31:00'));
    expect(shown(text())).toEqual([
      `  check     ${bar(1, 40)}  1 of at most 40 requests`,
      '            auth.required.get',
      '            waiting 12 s: 1 of 60 requests left; the window resets at 12:31:00',
      '',
    ]);
    live.end();
    expect(shown(text())).toEqual(['']);
  });

  it('shows for every key a bar of its limit, admitted and refused, and what it waits for', () => {
    const rows = [
      { name: 'free', of: 60, admitted: 30, later: 0, refused: 0, phase: 'burst', done: false },
      {
        name: 'pro',
        of: 300,
        admitted: 300,
        later: 0,
        refused: 4,
        phase: 'operations',
        done: false,
        waiting: { until: 4_100, reason: 'x' },
      },
      { name: 'business', of: 1000, admitted: 1002, later: 0, refused: 5, done: true },
    ];
    expect(loadLines(rows, PLAIN, 1_000, 79).map(([text]) => text)).toEqual([
      '  limits    k6 pushes 3 keys at once',
      '  free      ████████░░░░░░░░  30 of 60 admitted, 0 refused · burst',
      '  pro       ████████████████  300 of 300 admitted, 4 refused · operations',
      '            waiting 4 s: x',
      '  business  ████████████████  1002 admitted, limit 1000, 5 refused · done',
    ]);
    for (const [text] of loadLines(rows, PLAIN, 1_000, 79)) expect(text.length).toBeLessThan(80);
  });
});

describe('off a terminal', () => {
  it('a line tells each group of probes and each wait', () => {
    const { screen, text } = onScreen(false);
    const live = progress(screen, PLAIN, 40);
    for (const probe of ['list.minimum', 'auth.a', 'auth.b']) live.see(exchange({ probe }));
    live.see(wait(12, 'the window resets'));
    live.end();
    expect(text()).toBe('  list     1 request\n  auth     2 requests\n  waiting 12.0 s: the window resets\n');
  });

  it('a sign of life comes at least every half minute, whatever is waited for', () => {
    vi.useFakeTimers();
    try {
      const head = { limits: { plans: [{ plan: 'free', key: 'free#1', perMinute: 60 }] } } as unknown as Head;
      for (const begin of [
        (screen: Screen) => progress(screen, PLAIN, 3),
        (screen: Screen) => loadProgress(screen, PLAIN, head),
      ]) {
        const { screen, text } = onScreen(false);
        const live = begin(screen);
        live.see(exchange({ recorder: 'k6', key: 'free#1' }));
        const before = text().length;
        vi.advanceTimersByTime(30_000);
        const after = text().length;
        expect(after).toBeGreaterThan(before);
        live.end();
        vi.advanceTimersByTime(60_000);
        expect(
          text()
            .split('\n')
            .filter((line) => line.includes('…')),
        ).toHaveLength(1);
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it('nothing that a service says is obeyed', () => {
    const head = { limits: { plans: [{ plan: 'free', key: 'free#1', perMinute: 60 }] } } as unknown as Head;
    for (const text of Object.values(HOSTILE).filter(({ length }) => length < 1e5))
      for (const isTerminal of [true, false]) {
        const { screen, text: said } = onScreen(isTerminal, 200);
        const live = progress(screen, PLAIN, 3);
        live.see(exchange({ probe: text }));
        live.see(wait(3, text));
        live.end();
        const load = loadProgress(screen, PLAIN, head);
        load.see({ ...wait(3, text), key: 'free#1', phase: 'burst' } as JournalRecord);
        load.end();
        expect(said().replace(/\u001b\[\d*[AJ]|\r/g, '')).not.toMatch(ACTIVE);
        expect(said()).not.toMatch(/^\s*::[a-z]|##\[/m);
      }
  });
});

describe('--verbose', () => {
  it('shows every request and answer', () => {
    expect(wireLines(exchange())).toBe(
      '* exchange 1: auth.required.get\n> POST /pets?x=x\n> X: x\n>\n> x\n< 200  (12.5 ms)\n< Content-Type: x\n<\n< x\n',
    );
    const failure = { code: 'ECONNRESET', message: 'reset' };
    expect(wireLines(exchange({ received: { at: 1_795_262_400_003, failure } }))).toContain(
      '< no answer: ECONNRESET reset',
    );
  });

  it.each(Object.entries(HOSTILE))('shows %s inert, and not all of it', (_name, text) => {
    const lines = wireLines(hostileExchange(text.slice(0, 5_000)));
    expect(lines).not.toMatch(ACTIVE);
    expect(lines.length).toBeLessThan(80_000);
  });
});

describe('folds', () => {
  it('are those of the CI that runs us', () => {
    expect(foldFor({}, 'sent', 0)).toEqual({ open: '', close: '' });
    expect(foldFor({ GITHUB_ACTIONS: 'true' }, 'sent', 0)).toEqual({
      open: '::group::sent\n',
      close: '::endgroup::\n',
    });
    expect(foldFor({ GITLAB_CI: 'true' }, 'sent', 5_000).open).toContain('section_start:5:storecheck[collapsed=true]');
  });
});

/** `script` (util-linux) gives the command a terminal. */
describe.skipIf(!existsSync('/usr/bin/script'))('on a real terminal', () => {
  it('the area lives while it waits, is gone at the end, and the last line names the report', async () => {
    const { baseUrl } = await conforming({ windowSeconds: 3 });
    // Some of the window is used up, so that the check has to wait for the next one.
    const headers = { authorization: `Bearer ${FREE_KEY}` };
    await Promise.all(Array.from({ length: 30 }, () => fetch(`${baseUrl}/pets`, { headers })));
    const out = join(temporaryFolder(), 'run');
    const line = [process.execPath, BUILT, 'check', '--base-url', baseUrl, '--window', '3', '--out', out];
    const { stdout } = await promisify(execFile)('script', ['-qefc', `stty cols 80; ${line.join(' ')}`, '/dev/null'], {
      env: { PATH: process.env['PATH'], TERM: 'xterm', STORE_API_KEY_FREE: FREE_KEY },
      maxBuffer: 1e7,
    });
    const text = stdout.replace(/\r\n/g, '\n');
    expect(text).toMatch(/\u001b\[2m {2}check {5}[█░]{16} {2}\d+ of at most \d+ requests/);
    expect(text).toMatch(
      / {12}waiting \d s: \d of 60 requests left, by X-RateLimit-Remaining; the\S*\n\S* {12}window resets at \d\d:/,
    );
    const left = shown(text.replace(/\u001b\[\d+m/g, ''));
    expect(left.join('\n')).not.toMatch(/of at most \d+ requests$/m);
    expect(left.filter((one) => one !== '').at(-1)).toBe(`report: ${out}/report.html`);
  });
});
