import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/exchange/index.ts';
import { shownAuthorization } from '../../src/probes/index.ts';
import { curlAfterBurst, curlFor } from '../../src/result/curl.ts';
import { answer, trace } from '../trace.ts';

const KEY = 'sk_Live"$x`y\\ 7z';

/** What curl would be given, one argument each, by a shell that runs the line. */
function run(line: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}`;
  const output = execFileSync('bash', ['--norc', '-c', script], {
    env: { PATH: process.env['PATH'], STORE_API_KEY: KEY },
    encoding: 'utf8',
  });
  return output.split('\0').slice(0, -1);
}

const line = (sent: Partial<Exchange['sent']>, baseUrl = 'http://127.0.0.1:8080/v1'): string => {
  const [exchange] = trace({ exchanges: [answer('list.minimum')] }).exchanges;
  if (exchange === undefined) throw new Error('no exchange');
  return curlFor({ ...exchange, sent: { ...exchange.sent, headers: [], ...sent } }, baseUrl);
};
const header = (value: string): string[] => run(line({ headers: [['Authorization', value]] }));

describe('the curl line of an exchange', () => {
  it('contains any body as sent', () => {
    const bodies = fc.string({
      unit: fc.constantFrom(
        "'",
        '"',
        '$',
        '`',
        '\\',
        '!',
        '\n',
        ' ',
        'a',
        '{',
        '}',
        '@',
        '猫',
        '$(id)',
        '\\n',
        ';',
        '&',
        '#',
      ),
    });
    const property = fc.property(bodies, (body) => {
      expect(run(line({ method: 'POST', path: '/pets', body }))).toEqual([
        '-i',
        '-X',
        'POST',
        '--data-raw',
        body,
        'http://127.0.0.1:8080/v1/pets',
      ]);
    });
    fc.assert(property, { numRuns: 60 });
  });

  it('keeps a query and other headers unchanged', () => {
    expect(run(line({ path: "/pets?status=sold&limit=1&x='", headers: [['Accept', 'application/json']] }))).toEqual([
      '-i',
      '-H',
      'Accept: application/json',
      "http://127.0.0.1:8080/v1/pets?status=sold&limit=1&x='",
    ]);
  });

  it('reads the key from the environment if k6 recorded its label', () => {
    expect(header('Bearer {free#1}')).toEqual(header('Bearer {key}'));
    expect(line({ headers: [['Authorization', 'Bearer {free#1}']] })).toContain(
      `"Authorization: Bearer \${STORE_API_KEY}"`,
    );
  });

  it('reads the key from the environment, never from the run', () => {
    expect(header('Bearer {key}')).toContain(`Authorization: Bearer ${KEY}`);
    expect(run(line({ path: '/pets?api_key={key}&key={key}' }))).toContain(
      `http://127.0.0.1:8080/v1/pets?api_key=${KEY}&key=${KEY}`,
    );
  });

  it.each([
    ['beside the key in a header', { headers: [['Authorization', 'Bearer {key}"; echo $(id) `id` \\']] }],
    ['in the name of a disguised header', { headers: [['A"$(id)', 'Bearer {key with its letter case flipped}']] }],
    ['beside the key in a path', { path: '/pets?api_key={key}&x="$(id)`id`' }],
    ['as the method', { method: '$(id); id' }],
  ] as const)('runs nothing that a journal of somebody else holds %s', (_, sent) => {
    const words = run(line(sent));
    expect(words[0]).toBe('-i');
    expect(words.join(' ')).toContain('$(id)');
    expect(words.join(' ')).not.toContain('uid=');
  });

  it.each([
    ['key-lower-scheme', `bearer ${KEY}`],
    ['appended', `Bearer ${KEY}x9`],
    ['other-scheme', `Token ${KEY}`],
    ['no-scheme', KEY],
    ['empty-token', 'Bearer '],
    ['cut', `Bearer ${KEY.slice(0, -1)}`],
    ['flipped', 'Bearer SK_lIVE"$X`Y\\ 7Z'],
    ['basic', `Basic ${Buffer.from(`${KEY}:${KEY}`).toString('base64')}`],
  ] as const)('disguises the key as the probe %s did', (kind, value) => {
    expect(header(shownAuthorization(kind) ?? '')).toContain(`Authorization: ${value}`);
  });

  it('makes up a key of the same length that is not the key', () => {
    const [, , value = ''] = header(shownAuthorization('unknown') ?? '');
    expect(value).toHaveLength(`Authorization: Bearer ${KEY}`.length);
    expect(value).not.toContain(KEY);
  });
});

describe('the curl line of a burst', () => {
  const folder = mkdtempSync(join(tmpdir(), 'storecheck-curl-'));
  // Like curl: the body goes away, the status is written, and each call is noted.
  const noted = join(folder, 'noted');
  const stub = `#!/bin/sh\nprintf '%s\\n' "$*" >> ${noted}\ncase "$1" in -s) printf '200\\n';; *) printf 'HTTP/1.1 429\\n';; esac\n`;
  writeFileSync(join(folder, 'curl'), stub, { mode: 0o755 });

  it('uses the limit up, counts the statuses, and repeats the exchange, with the key of the plan', () => {
    const [exchange] = trace({ exchanges: [answer('limit.operations')] }).exchanges;
    if (exchange === undefined) throw new Error('no exchange');
    const headers = [['Authorization', 'Bearer {free#1}']] as const;
    const posted = { ...exchange, sent: { ...exchange.sent, method: 'POST', path: '/pets', body: '{}', headers } };
    const plan = { plan: 'free', key: 'free#1', perMinute: 60, perDay: 1_000, otherPlans: {} } as const;
    const said = execFileSync('bash', ['--norc', '-c', curlAfterBurst(posted, 'http://127.0.0.1:8080/v1', plan)], {
      env: { PATH: `${folder}${delimiter}${process.env['PATH']}`, STORE_API_KEY_FREE: KEY },
      encoding: 'utf8',
    });
    expect(said.trim()).toMatch(/^61 200\nHTTP\/1.1 429$/);
    const calls = readFileSync(noted, 'utf8').trim().split('\n');
    const list = `-s -o /dev/null -w %{http_code}\\n -H Authorization: Bearer ${KEY} http://127.0.0.1:8080/v1/pets?limit=1`;
    expect(new Set(calls.slice(0, -1))).toEqual(new Set([list]));
    expect(calls.at(-1)).toBe(`-i -X POST -H Authorization: Bearer ${KEY} --data-raw {} http://127.0.0.1:8080/v1/pets`);
  });

  it('names a variable for any plan name', () => {
    const [exchange] = trace({ exchanges: [answer('limit.operations')] }).exchanges;
    if (exchange === undefined) throw new Error('no exchange');
    const sent = { ...exchange.sent, headers: [['Authorization', 'Bearer {free#1}']] as const };
    const plan = { plan: '}"; id; "', key: 'free#1', perMinute: 60, perDay: 1_000, otherPlans: {} } as const;
    const variables = curlAfterBurst({ ...exchange, sent }, 'http://127.0.0.1:8080/v1', plan).match(/\$\{.*?\}"/g);
    expect(new Set(variables).size).toBe(1);
    expect(variables?.[0]).toMatch(/^\$\{STORE_API_KEY_\w+\}"$/);
  });
});
