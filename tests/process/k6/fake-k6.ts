import { join } from 'node:path';
import process from 'node:process';
import { writeFiles } from '../../support/files.ts';

/**
 * A stand-in for k6: a shell script that prints its version, and is a Node script for everything else. In `body`, `args` are the arguments
 * and `fs` is node:fs.
 */
export function fakeK6(folder: string, name: string, body = '', version = 'v2.2.0'): string {
  // The second line is a comment behind a string to Node, which takes forty times as long to start as a shell.
  const script = `#!/bin/sh
':' //; [ "$1" = version ] && echo '${JSON.stringify({ version })}' && exit; exec '${process.execPath}' "$0" "$@"
const fs = require('node:fs');
const args = process.argv.slice(2);
${body}
`;
  writeFiles(folder, { [name]: script }, 0o755);
  return join(folder, name);
}
