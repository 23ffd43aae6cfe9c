import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CREDENTIALS } from '../../src/exchange/authorization.ts';
import type { Exchange } from '../../src/exchange/records/exchange-record.ts';
import { curlFor } from '../../src/result/curl.ts';
import { inert } from '../../src/text/inert.ts';
import { exchange } from '../report/html-run.ts';
import { headOf, SETTINGS } from '../support/trace.ts';

const KEY = 'sk_Live"$x`y\\ 7z';

/** What curl would be given, one argument each, by a shell that runs the line. */
function run(line: string): string[] {
  return shell(`curl() { printf '%s\\0' "$@"; }\n${line}`).split('\0').slice(0, -1);
}

function shell(script: string, key: string | undefined = KEY): string {
  return execFileSync('sh', ['-c', script], {
    env: { PATH: process.env['PATH'], STORE_API_KEY_FREE: key },
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

const ACCEPT = ['Accept', 'application/json'] as const;
const TYPE = ['Content-Type', 'application/json'] as const;

const line = (
  sent: Partial<Exchange['sent']>,
  baseUrl = 'http://127.0.0.1:8080/v1',
  keySources: NonNullable<typeof SETTINGS.keySources> = {},
): string => {
  const head = headOf({ ...SETTINGS, keySources }, baseUrl);
  return curlFor(exchange(1, { sent: { ...exchange(1).sent, headers: [ACCEPT], ...sent } }), 'free', head);
};
const header = (value: string): string[] => run(line({ headers: [ACCEPT, ['Authorization', value]] }));

it('the curl line gives the body as it was sent, whatever stands in it', () => {
  const parts = '\' " $ ` \\ ! a % \ufeff \u0000 \u001b[0m ::error { } @ 猫 $(id) \\n ; & #'.split(' ');
  const property = fc.property(fc.string({ unit: fc.constantFrom(...parts, '\n', ' ') }), (body) => {
    const printed = line({ method: 'POST', path: '/pets', headers: [ACCEPT, TYPE], body });
    expect(inert(printed)).toBe(printed);
    const script = `curl() { cat; printf '\\001%s' "$9"; }\n{ ${printed}; } </dev/null`;
    const [stdin, data] = shell(script).split('\u0001');
    expect(data === '@-' ? stdin : data).toBe(body);
  });
  fc.assert(property, { numRuns: 30 });
});

it.each<[string, Partial<Exchange['sent']>, string[], string?]>([
  ['no header of curl', { method: 'POST', headers: [], body: '{}' }, ['-H', 'Accept:', '-H', 'Content-Type:']],
  ['no wait before a long body', { method: 'POST', headers: [TYPE], body: 'x'.repeat(2_000) }, ['-H', 'Expect:']],
  ['a header without a value', { headers: [['X-Empty', ' ']] }, ['-H', 'X-Empty;']],
  ['repeated headers', { headers: ['1', '2'].map((value) => ['X', value]) }, ['-H', 'X: 1', '-H', 'X: 2']],
  ['a path with dots', { path: '/./pets' }, ['--path-as-is']],
  ['a path with brackets', { path: '/pets?a[0]={b}' }, ['-g']],
  ['HEAD', { method: 'HEAD' }, ['--head']],
  ['HTTP/1.1 over TLS', {}, ['--http1.1'], 'https://staging.example.com/v1'],
])('the curl line sends %s', (_what, sent, words, baseUrl = undefined) => {
  expect(run(line(sent, baseUrl)).join('\n')).toContain(words.join('\n'));
});

it('the curl line takes the key from the environment, never from the run, also where k6 named it by its label', () => {
  expect(header('Bearer {key}')).toContain(`Authorization: Bearer ${KEY}`);
  expect(header('Bearer {free#1}')).toEqual(header('Bearer {key}'));
  expect(run(line({ path: "/pets?api_key={key}&key={key}&x='" }))).toEqual([
    ...['-i', '-H', 'Accept: application/json', `http://127.0.0.1:8080/v1/pets?api_key=${KEY}&key=${KEY}&x='`],
  ]);
});

it('the curl line takes the key from where the run took it', () => {
  const from = (source: object) =>
    line({ headers: [['Authorization', 'Bearer {key}']] }, undefined, { free: source }).replace(/ -H 'Accept.*/, '');
  const curl = (name: string) => `curl -i -H "Authorization: Bearer \${${name}:?}"`;
  expect(from({ env: 'MY_KEY' })).toBe(curl('MY_KEY'));
  expect(from({ env: 'x; id' })).toBe(curl('STORE_API_KEY_FREE'));
  expect(from({ file: "my 'key" })).toBe(`STORE_API_KEY_FREE="$(cat 'my '\\''key')" && ${curl('STORE_API_KEY_FREE')}`);
  expect(line({}, undefined, { free: { file: 'free.key' } })).toMatch(/^curl/);
});

it.each([
  ['beside the key in a header', { headers: [['Authorization', 'Bearer {key}"; echo $(id) `id` \\']] }],
  ['in the name of a disguised header', { headers: [['A"$(id)', 'Bearer {key with its letter case flipped}']] }],
  ['beside the key in a path', { path: '/pets?api_key={key}&x="$(id)`id`' }],
  ['as the method', { method: '$(id); id' }],
] as const)('the curl line runs nothing that an edited journal holds %s', (_, sent) => {
  const words = run(line(sent));
  expect(words[0]).toBe('-i');
  expect(words.join(' ')).toContain('$(id)');
  expect(words.join(' ')).not.toContain('uid=');
});

it.each([
  ['key', `Bearer ${KEY}`],
  ['key-lower-scheme', `bearer ${KEY}`],
  ['appended', `Bearer ${KEY}x9`],
  ['other-scheme', `Token ${KEY}`],
  ['no-scheme', KEY],
  ['empty-token', 'Bearer '],
  ['cut', `Bearer ${KEY.slice(0, -1)}`],
  ['flipped', 'Bearer SK_lIVE"$X`Y\\ 7Z'],
  ['basic', `Basic ${Buffer.from(`${KEY}:${KEY}`).toString('base64')}`],
  ['unknown', expect.stringMatching(new RegExp(`^Bearer .{${KEY.length}}(?<!7z)$`))],
] as const)('the curl line sends the credential %s as the check did, if its variable is set', (kind, value) => {
  const printed = line({ headers: [['Authorization', CREDENTIALS[kind]]] });
  const sent = run(printed).find((word) => word.startsWith('Authorization: '));
  expect(sent?.slice('Authorization: '.length)).toEqual(value);
  const withoutVariable = () => shell(`curl() { :; }\n${printed}`, '');
  if (kind === 'empty-token') expect(withoutVariable).not.toThrow();
  else expect(withoutVariable).toThrow('STORE_API_KEY_FREE');
});
