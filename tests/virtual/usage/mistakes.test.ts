import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { FREE_KEY } from '../../outcome/checked.ts';
import { run } from '../command.ts';
import { serve } from '../servers.ts';

/** A value that is never repeated, whichever mistake put it on the command line. */
const VALUE = 'ask_live_Zx81QpLm77TtRr';

const folder = temporaryFolder();
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const held = join(folder, 'held');
mkdirSync(held);
writeFileSync(join(held, 'exchanges.ndjson'), 'an older run\n');

/**
 * `args` are the words after `check`. A valid `--base-url` and `--key` are added unless these words, or `--no-base-url` or `--no-key`,
 * are among them.
 */
type Mistake = readonly [
  name: string,
  args: readonly string[],
  says: readonly string[],
  env?: Readonly<Record<string, string>>,
];

const MISTAKES: readonly Mistake[] = [
  ['an unknown option', ['--max-request', '5'], ['--max-request', 'did you mean --max-requests?']],
  ['an unknown option with =', ['--windw=5'], ['unknown option --windw', 'did you mean --window?']],
  ['an unexpected argument', ['again'], ['check takes only options: 1 argument too many']],
  ['no key at all', ['--key', ''], ['--key', 'PLAN=env:NAME']],
  ['a variable that is not set', ['--key', 'free=env:NOT_SET'], ['NOT_SET', 'not set']],
  ['an empty key', ['--key', 'free=env:K'], ['K is empty'], { K: '' }],
  ['a blank key', ['--key', 'free=env:K'], ['K is empty'], { K: '   ' }],
  ['a key of several lines', ['--key', 'free=env:K'], ['several lines'], { K: 'abcdefgh\nijklmnop' }],
  ['a key with a blank', ['--key', 'free=env:K'], ['spaces'], { K: 'abcdefgh ijkl' }],
  ['a key that no header can carry', ['--key', 'free=env:K'], ['header'], { K: 'schlüssel-1' }],
  ['an empty default variable', ['--no-key'], ['STORE_API_KEY_FREE'], { STORE_API_KEY_FREE: '' }],
  ['a key file of several lines', ['--key', `free=file:${file('two', 'abcdefgh\nijklmn\n')}`], ['lines']],
  ['a key file that is empty', ['--key', `free=file:${file('none', '\n')}`], ['empty']],
  ['a key file that is a folder', ['--key', `free=file:${folder}`], ['cannot read', 'EISDIR']],
  ['a key file that is not there', ['--key', `free=file:${folder}/nowhere`], ['cannot read', 'ENOENT']],
  ['an unknown plan', ['--key', 'fre=env:K'], ['did you mean free?']],
  ['two keys for a plan', ['--key', 'free=env:K', '--key', 'free=env:K'], ['is duplicate']],
  ['an enterprise key without its number', ['--key', 'enterprise=env:K'], ['--enterprise-per-minute']],
  ['a base URL without scheme', ['--base-url', 'staging.example.com/v1'], ['--base-url', 'scheme']],
  ['a base URL that cannot be parsed', ['--base-url', 'http://:::/v1'], ['not a URL']],
  ['a base URL with a query', ['--base-url', 'http://127.0.0.1:1/v1?x=1'], ['query']],
  ['no base URL', ['--no-base-url'], ['--base-url is missing']],
  ['an option without its value', ['--plan'], ['--plan', 'argument missing']],
  ['an id pattern of other characters', ['--only', 'list ok'], ['--only', 'not a requirement id or pattern']],
  ['an id that does not exist', ['--skip', 'list.okk'], ['--skip', 'did you mean list.ok?']],
  ['a pattern that matches nothing', ['--only', 'crate.*'], ['--only', 'matches no requirement of check']],
  ['an id that another command judges', ['--only', 'lim*'], ['storecheck limits and run judge it']],
  ['an id that capacity judges', ['--only', 'capacity.*'], ['storecheck capacity judges it']],
  ['a window of no length', ['--window', '0'], ['--window: "0" is not a duration']],
  ['a budget that is not a number', ['--max-requests', 'all'], ['--max-requests', 'whole number']],
  ['a date that does not exist', ['--today', '2026-02-30'], ['--today', 'not a date']],
  ['a category that is not an id', ['--categories', '1,dogs'], ['--categories', 'dogs']],
  ['an unknown level', ['--fail-on', 'always'], ['--fail-on']],
  ['an unknown reporter', ['--reporter', 'jsn'], ['did you mean json?']],
  ['an output folder inside a file', ['--out', `${file('plain', 'text')}/run`], ['--out', 'cannot write']],
  ['an output folder where nothing can be made', ['--out', '/proc/run'], ['--out', 'cannot write']],
  ['an output folder below one', ['--out', '/proc/no/run'], ['--out', 'cannot write']],
  ['a time-out of no length', ['--timeout', '0'], ['--timeout:']],
  [
    'an output folder without a name',
    ['--out', ''],
    ['--out is empty: name a folder, or omit it for reports/<run-id>\n'],
  ],
];

/** Ways to put a key or a password on the command line. */
const VALUES: readonly (readonly [name: string, args: readonly string[], says: string])[] = [
  ['--key PLAN=VALUE', ['--key', `free=${VALUE}`], 'not the key itself'],
  ['--key VALUE', ['--key', VALUE], 'not the key itself'],
  ['--key VALUE with padding', ['--key', `${VALUE}==`], 'PLAN=env:NAME'],
  ['--key PLAN VALUE', ['--key', 'free', VALUE], 'not the key itself'],
  ['--key=VALUE', [`--key=${VALUE}`], 'not the key itself'],
  ['env: before the value', ['--key', `free=env:${VALUE}`], '--key free'],
  ['file: before the value', ['--key', `free=file:${VALUE}`], '--key free'],
  ['an unknown option with the value', [`--api-key=${VALUE}`], 'unknown option --api-key'],
  ['an unknown option before the value', ['--api-key', VALUE], 'unknown option --api-key'],
  ['a password in the base URL', ['--base-url', `https://user:${VALUE}@staging.example.com/v1`], 'credentials'],
  ['a user in the base URL', ['--base-url', `https://${VALUE}@staging.example.com/v1`], 'credentials'],
  ['a password without a scheme', ['--base-url', `user:${VALUE}@staging.example.com/v1`], '--base-url'],
  ['the key in the query of the base URL', ['--base-url', `https://staging.example.com/v1?key=${VALUE}`], 'query'],
];

function complete(args: readonly string[], baseUrl: string): string[] {
  const given = (option: string) => args.some((arg) => arg === option || arg.startsWith(`${option}=`));
  return [
    'check',
    ...(given('--base-url') || given('--no-base-url') ? [] : ['--base-url', baseUrl]),
    ...(given('--key') || given('--no-key') ? [] : ['--key', 'free=env:GOOD']),
    ...args.filter((arg) => !arg.startsWith('--no-')),
  ];
}

describe('check', () => {
  it.each(MISTAKES.map(([name, ...row]) => [name, row] as const))(
    'rejects %s and sends nothing',
    async (_name, row) => {
      const [args, says, env = {}] = row;
      const cwd = temporaryFolder();
      const server = await serve((_request, response) => response.end());
      const ended = await run(complete(args, server.baseUrl), { cwd, env: { GOOD: FREE_KEY, K: FREE_KEY, ...env } });
      for (const text of says) expect(ended.stderr).toMatch(text);
      expect(ended.code).toBe(2);
      expect(ended.stdout).toBe('');
      expect(ended.stderr).not.toMatch(/^\s+at /m);
      expect(existsSync(join(cwd, 'reports'))).toBe(false);
      expect(server.seen).toEqual([]);
    },
  );

  it.each(VALUES)('rejects %s and repeats no part of the value', async (_name, args, says) => {
    const server = await serve((_request, response) => response.end());
    const ended = await run(complete(args, server.baseUrl), { env: { GOOD: FREE_KEY } });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(says);
    for (let end = 8; end <= VALUE.length; end += 1) expect(ended.said).not.toContain(VALUE.slice(0, end));
    expect(server.seen).toEqual([]);
  });

  it('rejects a key before the command and does not repeat it', async () => {
    const ended = await run([`--key=${VALUE}`, 'check', '--base-url', 'http://127.0.0.1:9/v1']);
    expect(ended.code).toBe(2);
    expect(ended.said).not.toContain(VALUE.slice(0, 8));
  });

  it('reports all mistakes at once', async () => {
    const args = [
      ['--bse-url', 'http://127.0.0.1/v1', '--base-url', 'u:p@host', '--key', 'fre=env:K', '--key', 'pro=env:NOT_SET'],
      ['--only', 'list.okk,crate.ok', '--skip', 'a b', '--window', '-1', '--max-requests', '0', '--today', 'soon'],
      ['--fail-on', 'never', '--reporter', 'junt', '--color', 'red', '--out', held],
    ].flat();
    const ended = await run(['check', ...args]);
    expect(ended.code).toBe(2);
    const named = [
      '--bse-url',
      '--base-url:',
      'did you mean free',
      'NOT_SET',
      'list.okk',
      'crate.ok',
      'a b',
      '--window',
    ];
    const more = ['--max-requests', '--today', '--fail-on', 'junt', '--color', 'already contains a run'];
    expect([...named, ...more].filter((text) => !ended.stderr.includes(text))).toEqual([]);
    const lines = ended.stderr.trim().split('\n');
    expect(lines.every((line) => line.startsWith('storecheck: '))).toBe(true);
  });
});

describe('serve', () => {
  it('reports all mistakes at once', async () => {
    const numbers = ['--port', 'abc', '--seed', 'x', '--window', '0', '--queue', '-1', '--random-seed', 'q'];
    const limits = ['--enterprise-per-minute', '0', '--enterprise-per-day', '1e6'];
    const others = ['--capacity', '0rps', '--latency', 'exp:0ms', '--fault', 'nope', '--variant', 'no', '--prt', '1'];
    const ended = await run(['serve', ...numbers, ...limits, ...others]);
    const lines = ended.stderr.trim().split('\n');
    const named = [...numbers, ...limits, ...others].filter((text) => text.startsWith('--'));
    expect(named.filter((option) => !lines.some((line) => line.includes(option)))).toEqual([]);
    expect(lines.every((line) => line.startsWith('storecheck: '))).toBe(true);
    expect(ended.code).toBe(2);
  });
});

describe('a mistake', () => {
  it.each([
    ['judge', ['judge', '--reportr', 'json', '.'], 'did you mean --reporter?'],
    ['judge without a run', ['judge'], 'run'],
    ['serve', ['serve', '--prt', '0'], 'did you mean --port?'],
    ['serve with an unknown fault', ['serve', '--fault', 'list-without-kee'], 'did you mean list-without-key?'],
    ['serve on no port', ['serve', '--port', '70000'], '--port: "70000" is not a whole number from 0 to 65535'],
    ['serve with more animals than fit', ['serve', '--seed', '999999999'], '--seed'],
    ['serve with a rate without a unit', ['serve', '--capacity', '200'], 'e.g. 200rps'],
    ['serve with half a distribution', ['serve', '--latency', 'lognormal:20ms'], 'lognormal:20ms/0.5'],
    ['serve with a spread of no distribution', ['serve', '--latency', '20ms/0.5'], 'lognormal:20ms/0.5'],
    ['serve with a queue and no capacity', ['serve', '--queue', '5'], 'add --capacity 200rps'],
    ['serve with a seed and nothing random', ['serve', '--random-seed', '5'], '--random-seed needs'],
    ['demo', ['demo', '--falt', 'x'], 'did you mean --fault?'],
    ['list', ['list', '--jsn'], 'did you mean --json?'],
    ['explain', ['explain', 'list.okk'], 'did you mean list.ok?'],
    ['explain of two ids', ['explain', 'list.ok', 'c1'], 'explain takes <id>: 1 argument too many (not printed: one'],
    ['doctor', ['doctor', '--color', 'red'], '--color: "red" is not one of always, never, auto'],
    ['an unknown command', ['chek'], 'check'],
    ['no command', [], 'Usage:'],
  ] as const)('of %s is rejected with what was meant', async (_name, args, says) => {
    const ended = await run(args);
    expect(ended.stderr).toContain(says);
    expect(ended.code).toBe(2);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
  });
});

describe('a base URL with another scheme than http or https', () => {
  it.each([
    ...['check', 'limits', 'run', 'capacity', 'doctor'].map((command) => [command, 'htps'] as const),
    ...['HTPS', 'file', 'blob', 'git+ssh', 'x-store'].map((scheme) => ['check', scheme] as const),
  ])('is rejected together with other mistakes: %s %s://', async (command, scheme) => {
    const words = [command, '--base-url', `${scheme}://staging.example.com/v1`, '--key', 'free=env:K', '--windw', '5'];
    const ended = await run(words, { env: { K: FREE_KEY } });
    expect(ended.code, ended.said).toBe(2);
    expect(ended.stderr).toContain(`--base-url: the scheme must be http or https, not ${scheme.toLowerCase()}://`);
    expect(ended.stderr).toContain('did you mean --window?');
    expect(ended.stderr).not.toContain('confirm-host');
  });
});
