import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ACTIVE, HOSTILE } from '../../report/hostile.ts';
import { expectSound } from '../../support/runs.ts';
import type { Passing } from '../../support/servers.ts';
import { check } from '../virtual-command.ts';
import { conforming } from '../virtual-servers.ts';

/** What storecheck writes to draw its progress anew. */
const REDRAW = /\u001b\[\d+A\r\u001b\[J/g;

/** Short enough for a header. */
const ATTACKS = Object.values(HOSTILE).filter(({ length }) => length < 1_000);

const headerSafe = (text: string) =>
  Buffer.from(text.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, ''), 'utf8').toString('latin1');

const active = (text: string) => text.split('\n').filter((line) => ACTIVE.test(line));

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
  expect(active(checked.said.replace(REDRAW, '') + readFileSync(`${checked.out}/residue.json`, 'utf8'))).toEqual([]);
  expect(checked.stdout).not.toMatch(/^PASSED|^exit 0/m);
});
