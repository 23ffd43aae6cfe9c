import { describe, expect, it } from 'vitest';
import { expectUnshaken } from '../../outcome/checked.ts';
import { check } from '../check.ts';
import { between, conforming, serve } from '../servers.ts';

/** Characters that a terminal acts on, hides or reorders, except the line feed that storecheck writes itself. */
const ACTIVE =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/u;

/** What storecheck writes to draw its progress anew. */
const REDRAW = /\u001b\[\d+A\r\u001b\[J/g;

const ATTACKS: Readonly<Record<string, string>> = {
  'clears the screen': '\u001b[2J\u001b[H all is well',
  'paints itself green': '\u001b[32mPASSED\u001b[0m',
  'sets the title and the clipboard': '\u001b]0;owned\u0007\u001b]52;c;cm0gLXJmIC8=\u0007',
  'uses the eight-bit CSI': '\u009b2J\u009d0;x\u009c',
  'writes over its line': 'failed\r✓ passed\b\b\b',
  'adds lines of its own': 'no\n\nPASSED: no breach of the document was found.\nexit 0',
  'turns the direction': '\u202etxt.exe\u202c\u2066x\u2069\u200f\u061c',
  'hides letters': 'pay\u200bpal\u00ad\u2060\ufeff\u180e',
  'uses tags and interlinear marks': '\u{e0041}\u{e0042}\ufff9a\ufffab\ufffb',
  'links elsewhere': '\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007',
  'asks the terminal for an answer': '\u001b[c\u001b[6n\u0005',
};

const headerSafe = (text: string) =>
  Buffer.from(text.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, ''), 'utf8').toString('latin1');

/** Active characters of a text, each with the text before it. */
function active(text: string): string[] {
  return [...text.matchAll(new RegExp(ACTIVE, 'gu'))].map(({ index, 0: char }) =>
    JSON.stringify(`U+${char.codePointAt(0)?.toString(16)} in ${text.slice(Math.max(0, index - 40), index + 10)}`),
  );
}

const attacks = Object.values(ATTACKS);
const attackOf = (number: number) => attacks[number % attacks.length] ?? '';

describe('text that would control a terminal', () => {
  it.each([
    ['a pipe, verbosely', { args: ['--verbose'] }],
    ['a terminal', { terminal: 80, env: { TERM: 'dumb' } }],
  ])('in names, messages, codes and headers is inert on %s', async (_output, options) => {
    const server = await between(await conforming(), (passing) => {
      const attack = attackOf(passing.number);
      const text = JSON.stringify(attack);
      passing.headers['content-type'] = `text/plain; ${headerSafe(attack)}`;
      passing.headers['x-ratelimit-limit'] = headerSafe(`300 ${attack}`);
      const named = passing.body
        .toString()
        .replace(/"name":"[^"]*"/g, `"name":${text},"status":${text},${text}:${text}`);
      const refused = `{"code":${text},"message":${text},"status":${text},${text}:1}`;
      passing.body = Buffer.from(passing.status >= 400 ? refused : named);
    });
    const checked = await check(server.baseUrl, options);
    expectUnshaken(checked);
    expect(checked.code).toBe(1);
    expect(server.seen.length).toBeGreaterThan(attacks.length);
    expect(active(checked.said.replace(REDRAW, ''))).toEqual([]);
    expect(checked.stdout).not.toMatch(/^PASSED/m);
    expect(checked.stdout).not.toMatch(/^exit 0/m);
  });

  it('in a set-up mistake is inert', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(302, { location: `https://x.example/${headerSafe(attacks.join(' '))}` }).end(attacks.join());
    });
    const checked = await check(server.baseUrl);
    expect(checked.result?.setUp?.code).toBe('redirected');
    expect(active(checked.said)).toEqual([]);
  });
});
