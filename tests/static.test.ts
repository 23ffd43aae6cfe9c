import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT, read } from './support/files.ts';

const execute = promisify(exec);
const commands: string[] = JSON.parse(read('package.json')).scripts.check.split(' && ');

/** As `npm run check` runs them one after the other. */
it.concurrent.each(commands)('%s finds nothing', async (command) => {
  const path = `${ROOT}node_modules/.bin:${process.env['PATH']}`;
  const run = execute(command, { cwd: ROOT, env: { ...process.env, PATH: path } });
  await run.catch(({ stdout, stderr }) => expect.fail(`${stdout}${stderr}`));
});
