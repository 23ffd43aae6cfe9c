import { basename, dirname, isAbsolute, relative } from 'node:path';

/**
 * How the tool was called, so that a command which it prints works where it is pasted: by its name where a link of that name was run, else
 * with node, by its path from `cwd`. `script` is process.argv[1]: absolute, its links not followed.
 */
export function called(script: string, cwd: string): string {
  if (basename(script) === 'storecheck')
    return dirname(script).endsWith('node_modules/.bin') ? 'npx storecheck' : 'storecheck';
  const path = relative(cwd, script);
  return `node ${quoted(path.startsWith('..') || isAbsolute(path) ? script : path)}`;
}

/** A word for a shell. */
export const quoted = (path: string) => (/^[\w@%+=:,./\\-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
