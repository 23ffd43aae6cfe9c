import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/exchange/index.ts';
import { shownAuthorization } from '../../src/probes/index.ts';
import { curlFor } from '../../src/result/curl.ts';
import { answer, trace } from '../trace.ts';

const KEY = 'sk_Live"$x`y\\ 7z';

/** What curl would be given, one argument each, by a shell that runs the line. */
function run(line: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}`;
  const output = execFileSync('bash', ['-c', script], {
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
  it('gives the body as it was sent, whatever stands in it', () => {
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

  it('keeps a query and other headers whole', () => {
    expect(run(line({ path: "/pets?status=sold&limit=1&x='", headers: [['Accept', 'application/json']] }))).toEqual([
      '-i',
      '-H',
      'Accept: application/json',
      "http://127.0.0.1:8080/v1/pets?status=sold&limit=1&x='",
    ]);
  });

  it('takes the key from the environment too where k6 named it by its label', () => {
    expect(header('Bearer {free#1}')).toEqual(header('Bearer {key}'));
    expect(line({ headers: [['Authorization', 'Bearer {free#1}']] })).toContain(
      `"Authorization: Bearer \${STORE_API_KEY}"`,
    );
  });

  it('takes the key from the environment, never from the run', () => {
    expect(header('Bearer {key}')).toContain(`Authorization: Bearer ${KEY}`);
    expect(run(line({ path: '/pets?api_key={key}&key={key}' }))).toContain(
      `http://127.0.0.1:8080/v1/pets?api_key=${KEY}&key=${KEY}`,
    );
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
