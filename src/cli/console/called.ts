import { basename, dirname, isAbsolute, relative } from 'node:path';
import type { Io } from '../../io/io.ts';
import { shellWord } from '../../text/shell-word.ts';

/** How the user called the tool, so that printed commands can be pasted. `script` is absolute, its links not followed. */
export function called({ script, cwd }: Pick<Io, 'script' | 'cwd'>): string {
  if (basename(script) === 'storecheck')
    return dirname(script).endsWith('node_modules/.bin') ? 'npx --no-install @storecheck/cli' : 'storecheck';
  const path = relative(cwd, script);
  return `node ${shellWord(path.startsWith('..') || isAbsolute(path) ? script : path)}`;
}
