import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { COMMANDS } from '../src/cli/run-cli.ts';
import { REQUIREMENTS } from '../src/spec/requirements/index.ts';
import { ROOT, read } from './files.ts';
import { requirementsPage } from './requirements-page.ts';
import { run } from './virtual/command.ts';

const HANDBOOK = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
const PAGES = ['README.md', 'CONTRIBUTING.md', ...HANDBOOK.map((name) => `docs/${name}`)];
const { name: PACKAGE, version: VERSION } = JSON.parse(read('package.json')) as { name: string; version: string };

/** What a reader can type, or is told of: the code of a page. */
const codeOf = (page: string) =>
  [...read(page).matchAll(/^```(?:sh|groovy|yaml)\n([\s\S]*?)^```$|`([^`\n]+)`/gm)].map(
    ([, block, span]) => block ?? span ?? '',
  );

/** The calls of storecheck in a piece of code: the command, and its words. */
const callsIn = (code: string) =>
  [
    ...code
      .replace(/\\+\n\s*/g, ' ')
      .replace(/(^|\s)#.*$/gm, '')
      // Where a command can stand: at the beginning of a line or a part of one, and after `exec` or `docker run`.
      .matchAll(
        /(?:^\s*(?:- |run: )?(?:exec (?:\S*\/)?)?|[|;&] |docker run .*)storecheck(?:\.cjs)? ([a-z][a-z0-9-]*)(?![\w:-])([^\n|;&]*)/gm,
      ),
  ].map(([, command = '', rest = '']) => ({ command, words: rest.split(/[\s`'"]+/) }));

/** The long options that a command has, as its help names them. */
async function optionsOf(command: string): Promise<Set<string>> {
  const { stdout } = await run([command, '--help']);
  return new Set([...stdout.matchAll(/^\s+(?:-\w, )?(--[a-z0-9-]+)/gm)].map(([, option = '']) => option));
}

const options = new Map<string, ReadonlySet<string>>();
for (const command of Object.keys(COMMANDS)) options.set(command, await optionsOf(command));

it('docs/requirements.md has every requirement (`npm run docs` writes it)', async () => {
  await expect(requirementsPage()).toMatchFileSnapshot(join(ROOT, 'docs/requirements.md'));
});

it('commands install the scoped package in the version of package.json: the unscoped one belongs to another project', () => {
  const printed = readdirSync(join(ROOT, 'src/cli'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/cli/${name}`);
  const unscoped = /npx (?:-\S+ )*storecheck|npm (?:i|install|exec|add) (?:-\S+ )*storecheck/;
  for (const file of [...PAGES, 'action.yml', 'Dockerfile', ...printed]) expect(read(file), file).not.toMatch(unscoped);
  expect(PACKAGE).toBe('@storecheck/cli');
  const named = PAGES.flatMap((page) => [
    ...read(page).matchAll(/(?:@storecheck\/cli@|storecheck-cli-|\/storecheck:)(\d+\.\d+\.\d+)/g),
  ]);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(([, version]) => version !== VERSION)).toEqual([]);
});

it('the handbook has a row for every page', () => {
  for (const name of [...HANDBOOK, 'decisions'].filter((one) => one !== 'README.md'))
    expect(read('docs/README.md')).toContain(`](${name})`);
});

it.each(PAGES)('%s leads to files, headings and pictures that exist', (page) => {
  /** GitHub's name of a heading in a link. */
  const anchorOf = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
  for (const [, link = ''] of read(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    expect(existsSync(join(ROOT, target)), link).toBe(true);
    if (anchor === undefined) continue;
    const headings = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
    expect(headings, link).toContain(anchor);
  }
});

it.each(PAGES)('%s calls commands that exist, with options that they have', (page) => {
  for (const { command, words } of codeOf(page).flatMap(callsIn)) {
    expect([...options.keys()]).toContain(command);
    for (const option of words.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0] ?? ''))
      expect([...(options.get(command) ?? [])], `storecheck ${command} ${option}`).toContain(option);
  }
});

it('pages name requirements that exist', () => {
  const areas = [...new Set(REQUIREMENTS.map(({ id }) => id.split('.')[0]))].join('|');
  const settings = [...read('docs/configuration.md').matchAll(/^\| `([^`]+)`/gm)].map(([, key = '']) => key);
  const known: readonly string[] = [...REQUIREMENTS.map(({ id }) => id), ...settings];
  const isId = (code: string) => new RegExp(`^(${areas})(\\.[a-z0-9-]+)+$`).test(code) && !/\.(ts|md|js)$/.test(code);
  const named = PAGES.flatMap(codeOf).filter(isId);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((code) => !known.some((id) => id === code || id.startsWith(`${code}.`)))).toEqual([]);
});

it('docs/ci.md has the codes that the command prints, with their words', async () => {
  const { stdout } = await run(['--help']);
  const said = [...stdout.slice(stdout.indexOf('Exit codes')).matchAll(/^ {2}(\d+) {2}(\w+)/gm)];
  const table = [...read('docs/ci.md').matchAll(/^\| (\d+) \| (\w+)/gm)];
  expect(table.map(([, ...row]) => row)).toEqual(said.map(([, ...row]) => row));
  const [sentence = ''] = /^Exit code 0 .*$/m.exec(read('README.md')) ?? [];
  for (const [, code, word] of said) expect(sentence).toMatch(new RegExp(`\\b${code} (?:means |an? )?${word}\\b`));
});

it('the samples of CONTRIBUTING.md call functions that the product has', () => {
  const folders = ['src', 'suites', 'tests/faults'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const code = files.filter((name) => name.endsWith('.ts')).map(read);
  const samples = [...read('CONTRIBUTING.md').matchAll(/^ *```ts\n([\s\S]*?)^ *```$/gm)].map(
    ([, sample]) => sample ?? '',
  );
  const called = samples.flatMap((sample) =>
    [...sample.matchAll(/(?<![.\w]|function )([a-z]\w+)\(/g)].map(([, name]) => name),
  );
  expect(called.length).toBeGreaterThan(8);
  expect(called.filter((name) => !code.some((text) => new RegExp(`(?:function|const) ${name}\\b`).test(text)))).toEqual(
    [],
  );
});

it('decision 014 quotes the specification word by word', () => {
  const decision = read('docs/decisions/014-readings-of-the-specification.md');
  const quotes = [...decision.matchAll(/“([^”]+)”/g)].map(([, quote = '']) => quote.replaceAll('\\|', '|'));
  expect(quotes.length).toBeGreaterThan(15);
  for (const quote of quotes) expect(read('docs/animal-store-service.md')).toContain(quote);
});

it('action.yml passes options that its commands have', () => {
  const given = [...read('action.yml').matchAll(/(?<=arguments\+?=\(.*|sources )--[a-z-]+/g)].map(([option]) => option);
  expect(given.length).toBeGreaterThan(7);
  expect(given.filter((option) => !options.get('run')?.has(option))).toEqual([]);
  // The script leaves these out for check.
  expect(given.filter((option) => !options.get('check')?.has(option))).toEqual(['--second-key', '--allow-load']);
});
