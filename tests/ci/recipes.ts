import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../virtual/command.ts';

export const ROOT = new URL('../../', import.meta.url).pathname;
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The fenced blocks of a page in one language. */
export function blocks(page: string, language: string): string[] {
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, text]) =>
    name === language && text !== undefined ? [text] : [],
  );
}

/** Throws what bash says of a script that it cannot read. */
export function lint(script: string): void {
  execFileSync('bash', ['-n'], { input: script, timeout: 10_000, stdio: ['pipe', 'pipe', 'pipe'] });
}

/** The long options that a command has, as its help names them. */
export async function optionsOf(command: string): Promise<Set<string>> {
  const { stdout } = await run([command, '--help']);
  return new Set([...stdout.matchAll(/^\s+(?:-\w, )?(--[a-z0-9-]+)/gm)].map(([, option = '']) => option));
}

/** Values at every place of a tree that has this name. */
export function valuesOf(name: string, tree: unknown): unknown[] {
  if (Array.isArray(tree)) return tree.flatMap((one) => valuesOf(name, one));
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) => [...(key === name ? [value] : []), ...valuesOf(name, value)]);
}
