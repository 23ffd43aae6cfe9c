import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/**
 * A stand-in for k6: a shell script that prints its version, and is a Node script for everything else. In `body`: `begin()` writes the first
 * record to the console file, `args` are the arguments, `config` the script's configuration, `fs` is node:fs.
 */
export function fakeK6(folder: string, name: string, body: string, version = 'v2.2.0'): string {
  const path = join(folder, name);
  // The second line is a comment behind a string to Node, which takes forty times as long to start as a shell.
  const script = `#!/bin/sh
':' //; [ "$1" = version ] && echo '${JSON.stringify({ version })}' && exit; exec '${process.execPath}' "$0" "$@"
const fs = require('node:fs');
const args = process.argv.slice(2);
const file = (args.find((arg) => arg.startsWith('--console-output=')) ?? '').slice(17);
const configFile = (args.find((arg) => arg.startsWith('CONFIG=')) ?? '').slice(7);
const config = configFile === '' ? {} : JSON.parse(fs.readFileSync(configFile, 'utf8'));
const begin = () => fs.appendFileSync(file, JSON.stringify({ v: 1, kind: 'start', at: 1000, script: 'quota', config }) + '\\n');
${body}
`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}
