import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/cli/commands/index.ts';
import { REQUIREMENTS } from '../src/spec/requirements/index.ts';
import { optionsOf, ROOT, read } from './ci/recipes.ts';
import { requirementsPage } from './requirements-page.ts';
import { run } from './virtual/command.ts';

const HANDBOOK = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
const PAGES = ['README.md', 'CONTRIBUTING.md', ...HANDBOOK.map((name) => `docs/${name}`)];

/** GitHub's name of a heading in a link. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (page: string) =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** What a reader can type, or is told of: the code of a page. */
const codeOf = (page: string) =>
  [...page.matchAll(/^```(?:sh|groovy|yaml)\n([\s\S]*?)^```$|`([^`\n]+)`/gm)].map(
    ([, block, span]) => block ?? span ?? '',
  );

it('docs/requirements.md has every requirement (`npm run docs` writes it)', async () => {
  await expect(requirementsPage()).toMatchFileSnapshot(join(ROOT, 'docs/requirements.md'));
});

it('no command in docs or output installs the unscoped package, which belongs to another project', () => {
  const printed = readdirSync(join(ROOT, 'src/cli'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/cli/${name}`);
  const unscoped = /npx (?:-\S+ )*storecheck|npm (?:i|install|exec|add) (?:-\S+ )*storecheck/;
  for (const file of [...PAGES, 'action.yml', 'Dockerfile', ...printed]) expect(read(file), file).not.toMatch(unscoped);
  expect((JSON.parse(read('package.json')) as { name: string }).name).toBe('@storecheck/cli');
});

it('commands, images and tarballs of the docs have the version of package.json', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const named = PAGES.flatMap((page) =>
    [...read(page).matchAll(/(?:@storecheck\/cli@|storecheck-cli-|\/storecheck:)(\d+\.\d+\.\d+)/g)].map(
      ([, found]) => ({ page, version: found }),
    ),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((one) => one.version !== version)).toEqual([]);
});

it('the handbook has a row for every page', () => {
  const index = read('docs/README.md');
  for (const name of [...HANDBOOK, 'decisions'].filter((one) => one !== 'README.md'))
    expect(index).toContain(`](${name})`);
});

describe.each(PAGES)('%s', (page) => {
  const options = new Map<string, ReadonlySet<string>>();
  const calls = codeOf(read(page)).flatMap((code) =>
    [
      ...code
        .replace(/\\+\n\s*/g, ' ')
        .replace(/(^|\s)#.*$/gm, '')
        // Where a command can stand: at the beginning of a line or a part of one, and after `exec` or `docker run`.
        .matchAll(
          /(?:^\s*(?:- |run: )?(?:exec (?:\S*\/)?)?|[|;&] |docker run .*)storecheck(?:\.cjs)? ([a-z][a-z0-9-]*)(?![\w:-])([^\n|;&]*)/gm,
        ),
    ].map(([, command = '', rest = '']) => ({ command, words: rest.split(/[\s`'"]+/) })),
  );

  beforeAll(async () => {
    const named = [...new Set(calls.map(({ command }) => command))];
    for (const command of named.filter((one) => one in COMMANDS)) options.set(command, await optionsOf(command));
  }, 60_000);

  it('leads to files, headings and pictures that exist', () => {
    for (const [, link = ''] of read(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      expect(existsSync(join(ROOT, target)), link).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(target), link).toContain(anchor);
    }
  });

  it('calls commands that exist, with options that they have', () => {
    for (const { command, words } of calls) {
      expect(Object.keys(COMMANDS), `storecheck ${command}`).toContain(command);
      for (const option of words.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0] ?? ''))
        expect([...(options.get(command) ?? [])], `storecheck ${command} ${option}`).toContain(option);
    }
  });

  it('names requirements that exist', () => {
    const areas = [...new Set(REQUIREMENTS.map(({ id }) => id.split('.')[0]))].join('|');
    const settings = [...read('docs/configuration.md').matchAll(/^\| `([^`]+)`/gm)].map(([, key = '']) => key);
    const ids: readonly string[] = [...REQUIREMENTS.map(({ id }) => id), ...settings];
    for (const code of codeOf(read(page)))
      if (new RegExp(`^(${areas})(\\.[a-z0-9-]+)+$`).test(code) && !/\.(ts|md|js)$/.test(code))
        expect(
          ids.some((id) => id === code || id.startsWith(`${code}.`)),
          code,
        ).toBe(true);
  });
});

it('docs/ci.md has the codes that the command prints, with their words', async () => {
  const { stdout } = await run(['--help']);
  const said = [...stdout.slice(stdout.indexOf('Exit codes')).matchAll(/^ {2}(\d+) {2}(\w+)/gm)];
  const table = [...read('docs/ci.md').matchAll(/^\| (\d+) \| (\w+)/gm)];
  expect(table.map(([, code, word]) => [code, word])).toEqual(said.map(([, code, word]) => [code, word]));
  const [sentence = ''] = /^Exit code 0 .*$/m.exec(read('README.md')) ?? [];
  for (const [, code, word] of said) expect(sentence).toMatch(new RegExp(`\\b${code} (?:means |an? )?${word}\\b`));
});

it('decision 014 quotes the specification word by word', () => {
  const text = read('docs/animal-store-service.md');
  const quotes = [...read('docs/decisions/014-readings-of-the-specification.md').matchAll(/“([^”]+)”/g)].map(
    ([, quote = '']) => quote.replaceAll('\\|', '|'),
  );
  expect(quotes.length).toBeGreaterThan(15);
  for (const quote of quotes) expect(text).toContain(quote);
});

it('action.yml passes options that its commands have', async () => {
  const script = read('action.yml');
  const given = [...script.matchAll(/(?<=arguments\+?=\(.*|sources )--[a-z-]+/g)].map(([option]) => option);
  expect(given.length).toBeGreaterThan(7);
  const [check, run] = await Promise.all(['check', 'run'].map(optionsOf));
  expect(given.filter((option) => !run?.has(option))).toEqual([]);
  // The script leaves these out for check.
  expect(given.filter((option) => !check?.has(option))).toEqual(['--second-key', '--allow-load']);
});
