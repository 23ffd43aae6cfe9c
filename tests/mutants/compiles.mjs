import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The mutants that the type checker refuses: nobody could ship them, so no test must show them. One of each file is tried at a time. */
export function refusedByCompiler(root, box, mutants) {
  const refused = new Set();
  const config = { extends: './tsconfig.json', compilerOptions: { noUnusedLocals: false, noUnusedParameters: false } };
  writeFileSync(join(box, 'tsconfig.mutants.json'), JSON.stringify({ ...config, include: ['src'] }));
  const paths = [...new Set(mutants.map(({ path }) => path))];
  const files = paths.map((path) => [path, mutants.filter((mutant) => mutant.path === path)]);
  const most = Math.max(0, ...files.map(([, { length }]) => length));
  for (let turn = 0; turn < most; turn += 1) {
    for (const [path, ofFile] of files) {
      const mutant = ofFile[turn];
      copyFileSync(join(root, path), join(box, path));
      if (mutant !== undefined) writeFileSync(join(box, path), changed(readFileSync(join(box, path), 'utf8'), mutant));
    }
    const tsc = join(root, 'node_modules/.bin/tsc');
    const options = { cwd: box, encoding: 'utf8' };
    const { stdout } = spawnSync(tsc, ['-p', 'tsconfig.mutants.json', '--pretty', 'false'], options);
    const named = new Set([...stdout.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, path]) => path));
    for (const [path, { [turn]: mutant }] of files) if (mutant !== undefined && named.has(path)) refused.add(mutant.id);
  }
  return refused;
}

const changed = (source, { start, end, instead }) => `${source.slice(0, start)}(${instead})${source.slice(end)}`;
