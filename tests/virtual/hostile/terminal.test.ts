import { expect, it } from 'vitest';
import { expectSound } from '../../outcome/runs.ts';
import type { Passing } from '../../servers.ts';
import { check } from '../command.ts';
import { conforming, serve } from '../servers.ts';

/** Characters that a terminal acts on, hides or reorders, except the line feed that storecheck writes itself. */
const ACTIVE =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** What storecheck writes to draw its progress anew. */
const REDRAW = /\u001b\[\d+A\r\u001b\[J/g;

const ATTACKS = [
  '\u001b[2J\u001b[H clears the screen',
  '\u001b[32mPASSED\u001b[0m',
  '\u001b]0;sets the title\u0007\u001b]52;c;cm0gLXJmIC8=\u0007',
  '\u009b2J\u009d0;uses the eight-bit CSI\u009c',
  'writes over its line\r✓ passed\b\b\b',
  'adds lines of its own\n\nPASSED: no breach of the document was found.\nexit 0',
  'turns the direction \u202etxt.exe\u202c\u2066x\u2069\u200f\u061c',
  'hides \u200bletters\u00ad\u2060\ufeff\u180e',
  'uses tags \u{e0041}\u{e0042} and interlinear marks \ufff9a\ufffab\ufffb',
  '\u001b]8;;https://evil.example\u0007links elsewhere\u001b]8;;\u0007',
  'asks the terminal for an answer \u001b[c\u001b[6n\u0005',
];

const headerSafe = (text: string) =>
  Buffer.from(text.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, ''), 'utf8').toString('latin1');

/** Active characters of a text, each with the text before it. */
const active = (text: string) =>
  [...text.matchAll(ACTIVE)].map(({ index }) => JSON.stringify(text.slice(Math.max(0, index - 40), index + 10)));

it.each([
  ['a pipe, verbosely', { args: ['--verbose'] }],
  ['a terminal', { terminal: 80, env: { TERM: 'dumb' } }],
])('text in names, messages, codes and headers that would control a terminal is inert on %s', async (_to, options) => {
  const change = (passing: Passing) => {
    const attack = ATTACKS[passing.number % ATTACKS.length] ?? '';
    const text = JSON.stringify(attack);
    passing.headers['content-type'] = `text/plain; ${headerSafe(attack)}`;
    passing.headers['x-ratelimit-limit'] = headerSafe(`300 ${attack}`);
    const named = `${passing.body}`.replace(/"name":"[^"]*"/g, `"name":${text},"status":${text},${text}:${text}`);
    const refused = `{"code":${text},"message":${text},"status":${text},${text}:1}`;
    passing.body = Buffer.from(passing.status >= 400 ? refused : named);
  };
  const checked = await check((await conforming({ change })).baseUrl, options);
  expectSound(checked, 1);
  expect(active(checked.said.replace(REDRAW, ''))).toEqual([]);
  expect(checked.stdout).not.toMatch(/^PASSED|^exit 0/m);
});

it('text in a set-up mistake that would control a terminal is inert', async () => {
  const location = `https://x.example/${headerSafe(ATTACKS.join(' '))}`;
  const { baseUrl } = await serve((_request, response) => response.writeHead(302, { location }).end(ATTACKS.join()));
  const checked = await check(baseUrl);
  expect(checked.result?.setUp?.code).toBe('redirected');
  expect(active(checked.said)).toEqual([]);
});
