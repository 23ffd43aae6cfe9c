import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AREAS } from './areas/areas.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDERS = ['src', 'suites', 'load'];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name)),
);

/** Files that a file imports, type-only imports included. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/^\s*(?:import|export)\b[^;'"]*?from\s+'(\.[^']+)'/gms)].map(([, name = '']) =>
    relative(ROOT, resolve(ROOT, dirname(file), name)),
  );
}

/** The files of one circle in the order of their imports, or undefined. */
function circle(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    path.push(file);
    for (const next of graph.get(file) ?? []) {
      const found = visit(next);
      if (found !== undefined) return found;
    }
    path.pop();
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const found = visit(file);
    if (found !== undefined) return found;
  }
  return undefined;
}

describe('the structure of the sources', () => {
  it('has no import circle, type-only imports included', () => {
    expect(circle(new Map(files.map((file) => [file, importsOf(file)])))).toBeUndefined();
  });

  it('finds an import circle', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b']],
    ]);
    expect(circle(graph)).toEqual(['b', 'c', 'b']);
  });

  it('has no folder with more than 20 entries', () => {
    const folders = [...new Set(files.map((file) => dirname(file)))];
    const entries = (folder: string) =>
      readdirSync(join(ROOT, folder)).filter((name) => !/\.generated\.(js|d\.ts)$/.test(name)).length;
    expect(folders.filter((folder) => entries(folder) > 20)).toEqual([]);
  });
});

it('every area of the tests has a file that runs it', () => {
  const names = readdirSync(join(ROOT, 'tests/areas')).filter((name) => name.endsWith('.area.ts'));
  const run = names.map(
    (name) => /runArea\('(\w+)'\)/.exec(readFileSync(join(ROOT, 'tests/areas', name), 'utf8'))?.[1],
  );
  expect(run.sort()).toEqual(Object.keys(AREAS).sort());
});
