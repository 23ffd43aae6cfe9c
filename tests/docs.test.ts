import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { requirementsMarkdown } from '../src/cli/requirements-markdown.ts';
import { CHECKS } from '../suites/index.ts';

const read = (path: string) => readFileSync(resolve(import.meta.dirname, '..', path), 'utf8');

it('docs/requirements.md is what `npm run docs` makes', () => {
  expect(read('docs/requirements.md')).toBe(requirementsMarkdown(CHECKS));
});

it('the README names only files and folders that exist', () => {
  const links = [...read('README.md').matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map((match) => match[1] ?? '');
  expect(links.length).toBeGreaterThan(3);
  for (const link of links)
    expect(() => readFileSync(resolve(import.meta.dirname, '..', link)), link).not.toThrow(/ENOENT/);
});

it('.ci/run calls the test command of the README', () => {
  expect(read('.ci/run')).toContain('npm ci && npm test');
  expect(read('README.md')).toContain('npm ci && npm test');
});
