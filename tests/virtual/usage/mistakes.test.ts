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

interface Mistake {
  readonly name: string;
  /** The words after `check`. A valid `--base-url` and `--key` are added unless these words, or `--no-base-url` or `--no-key`, are among them. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly says: readonly (string | RegExp)[];
}

const MISTAKES: readonly Mistake[] = [
  { name: 'an unknown option', args: ['--max-request', '5'], says: ['--max-request', 'did you mean --max-requests?'] },
  { name: 'an unknown option with =', args: ['--windw=5'], says: ['unknown option --windw', 'did you mean --window?'] },
  { name: 'an unexpected argument', args: ['again'], says: ['unexpected argument'] },
  { name: 'no key at all', args: ['--key', ''], env: {}, says: ['--key', 'PLAN=env:NAME'] },
  { name: 'a variable that is not set', args: ['--key', 'free=env:NOT_SET'], says: ['NOT_SET', 'not set'] },
  { name: 'an empty key', args: ['--key', 'free=env:K'], env: { K: '' }, says: ['K is empty'] },
  { name: 'a blank key', args: ['--key', 'free=env:K'], env: { K: '   ' }, says: ['K is empty'] },
  {
    name: 'a key of several lines',
    args: ['--key', 'free=env:K'],
    env: { K: 'abcdefgh\nijklmnop' },
    says: ['several lines'],
  },
  { name: 'a key with a blank', args: ['--key', 'free=env:K'], env: { K: 'abcdefgh ijkl' }, says: ['blanks'] },
  {
    name: 'a key that no header can carry',
    args: ['--key', 'free=env:K'],
    env: { K: 'schlüssel-1' },
    says: ['header'],
  },
  {
    name: 'an empty default variable',
    args: ['--no-key'],
    env: { STORE_API_KEY_FREE: '' },
    says: ['STORE_API_KEY_FREE'],
  },
  {
    name: 'a key file of several lines',
    args: ['--key', `free=file:${file('two', 'abcdefgh\nijklmn\n')}`],
    says: ['lines'],
  },
  { name: 'a key file that is empty', args: ['--key', `free=file:${file('none', '\n')}`], says: ['empty'] },
  { name: 'a key file that is a folder', args: ['--key', `free=file:${folder}`], says: ['cannot read', 'EISDIR'] },
  {
    name: 'a key file that is not there',
    args: ['--key', `free=file:${folder}/nowhere`],
    says: ['cannot read', 'ENOENT'],
  },
  { name: 'an unknown plan', args: ['--key', 'fre=env:K'], says: ['did you mean free?'] },
  { name: 'two keys for a plan', args: ['--key', 'free=env:K', '--key', 'free=env:K'], says: ['given twice'] },
  { name: 'a plan without a key', args: ['--plan', 'pro'], says: ['no key for it'] },
  {
    name: 'an enterprise key without its number',
    args: ['--key', 'enterprise=env:K'],
    says: ['--enterprise-per-minute'],
  },
  { name: 'a base URL without scheme', args: ['--base-url', 'staging.example.com/v1'], says: ['--base-url', 'scheme'] },
  { name: 'a base URL of another scheme', args: ['--base-url', 'ftp://127.0.0.1/v1'], says: ['ftp', 'http or https'] },
  { name: 'a base URL that cannot be parsed', args: ['--base-url', 'http://:::/v1'], says: ['not a URL'] },
  { name: 'a base URL with a query', args: ['--base-url', 'http://127.0.0.1:1/v1?x=1'], says: ['query'] },
  { name: 'no base URL', args: ['--no-base-url'], says: ['--base-url is missing'] },
  { name: 'an option without its value', args: ['--plan'], says: ['--plan', 'argument missing'] },
  {
    name: 'an id pattern of other characters',
    args: ['--only', 'list ok'],
    says: ['--only', 'not a requirement id or pattern'],
  },
  { name: 'an id that does not exist', args: ['--skip', 'list.okk'], says: ['--skip', 'did you mean list.ok?'] },
  {
    name: 'a pattern that matches nothing',
    args: ['--only', 'crate.*'],
    says: ['--only', 'no requirement that check judges matches'],
  },
  { name: 'an id that another command judges', args: ['--only', 'lim*'], says: ['storecheck limits and run judge it'] },
  {
    name: 'an id that capacity judges',
    args: ['--only', 'capacity.*'],
    says: ['storecheck capacity judges it'],
  },
  { name: 'a window of no length', args: ['--window', '0'], says: ['--window'] },
  { name: 'a budget that is not a number', args: ['--max-requests', 'all'], says: ['--max-requests', 'whole number'] },
  { name: 'a date that does not exist', args: ['--today', '2026-02-30'], says: ['--today', 'not a date'] },
  { name: 'a category that is not an id', args: ['--categories', '1,dogs'], says: ['--categories', 'dogs'] },
  { name: 'an unknown level', args: ['--fail-on', 'always'], says: ['--fail-on'] },
  { name: 'an unknown reporter', args: ['--reporter', 'jsn'], says: ['did you mean json?'] },
  { name: 'two reporters for stdout', args: ['--reporter', 'json,terminal'], says: ['stdout'] },
  {
    name: 'a reporter into a folder that is not there',
    args: ['--reporter', `json=${folder}/no/r.json`],
    says: ['--reporter'],
  },
  { name: 'a reporter onto a folder', args: ['--reporter', `json=${folder}`], says: ['--reporter'] },
  {
    name: 'an output folder inside a file',
    args: ['--out', `${file('plain', 'text')}/run`],
    says: ['--out', 'cannot write'],
  },
  { name: 'an output folder where nothing can be made', args: ['--out', '/proc/run'], says: ['--out', 'cannot write'] },
  { name: 'an output folder below one', args: ['--out', '/proc/no/run'], says: ['--out', 'cannot write'] },
  { name: 'an output folder that holds a run', args: ['--out', held], says: ['--out', 'holds a run already'] },
  {
    name: 'an output folder without a name',
    args: ['--out', ''],
    says: ['--out: no folder is named; leave it out for reports/<run-id>\n'],
  },
  { name: 'a time-out of no length', args: ['--timeout', '0'], says: ['--timeout:'] },
];

/** Ways to put a key or a password on the command line. */
const VALUES: readonly (readonly [name: string, args: readonly string[], says: string])[] = [
  ['--key PLAN=VALUE', ['--key', `free=${VALUE}`], 'never a value'],
  ['--key VALUE', ['--key', VALUE], 'never a value'],
  ['--key VALUE with padding', ['--key', `${VALUE}==`], 'PLAN=env:NAME'],
  ['--key PLAN VALUE', ['--key', 'free', VALUE], 'never a value'],
  ['--key=VALUE', [`--key=${VALUE}`], 'never a value'],
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
  it.each(MISTAKES.map((row) => [row.name, row] as const))('rejects %s and sends nothing', async (_name, row) => {
    const { args, env = {}, says } = row;
    const cwd = temporaryFolder();
    const server = await serve((_request, response) => response.end());
    const ended = await run(complete(args, server.baseUrl), { cwd, env: { GOOD: FREE_KEY, K: FREE_KEY, ...env } });
    for (const text of says) expect(ended.stderr).toMatch(text);
    expect(ended.code).toBe(2);
    expect(ended.stdout).toBe('');
    expect(ended.stderr).not.toMatch(/^\s+at /m);
    expect(existsSync(join(cwd, 'reports'))).toBe(false);
    expect(server.seen).toEqual([]);
  });

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
    const more = ['--max-requests', '--today', '--fail-on', 'junt', '--color', 'holds a run already'];
    expect([...named, ...more].filter((text) => !ended.stderr.includes(text))).toEqual([]);
    expect(
      ended.stderr
        .trim()
        .split('\n')
        .every((line) => line.startsWith('storecheck: ')),
    ).toBe(true);
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
    ['serve with a seed and nothing random', ['serve', '--random-seed', '5'], 'nothing is random'],
    ['demo', ['demo', '--falt', 'x'], 'did you mean --fault?'],
    ['list', ['list', '--jsn'], 'did you mean --json?'],
    ['explain', ['explain', 'list.okk'], 'did you mean list.ok?'],
    ['doctor', ['doctor', '--color', 'red'], '--color: "red"; write always, never or auto'],
    ['an unknown command', ['chek'], 'check'],
    ['no command', [], 'Usage:'],
  ] as const)('of %s is rejected with what was meant', async (_name, args, says) => {
    const ended = await run(args);
    expect(ended.stderr).toContain(says);
    expect(ended.code).toBe(2);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
  });
});

const SCHEMES = ['htps', 'htp', 'hhtp', 'httpss', 'HTPS', 'ftp', 'ws', 'wss', 'file', 'blob', 'git+ssh', 'x-store'];

describe('a base URL with another scheme than http or https', () => {
  it.each([
    ...['limits', 'run', 'capacity', 'doctor'].map((command) => [command, 'htps'] as const),
    ...SCHEMES.map((scheme) => ['check', scheme] as const),
  ])('is rejected together with other mistakes: %s %s://', async (command, scheme) => {
    const url = `${scheme}://staging.example.com/v1`;
    const ended = await run([command, '--base-url', url, '--key', 'free=env:K', '--windw', '5'], {
      env: { K: FREE_KEY },
    });
    expect(ended.code, ended.said).toBe(2);
    expect(ended.stderr).toContain(`--base-url: the scheme ${scheme.toLowerCase()}:// is not http or https`);
    expect(ended.stderr).toContain('did you mean --window?');
    expect(ended.stderr).not.toContain('confirm-host');
  });
});
