import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { run, start } from '../command.ts';
import { world } from '../world.ts';

it('serve --keys prints a key file that a load shared by several instances can use', async () => {
  const serving = start(['serve', '--port', '0', '--keys', '3', '--enterprise-per-minute', '1200', '--window', '30']);
  await world().clock.sleep(10);
  const printed = serving.stdout();
  expect(printed).toMatch(/try: .* check .* --window 30\n.* limits .* --window 30\n/);
  const [, keys = ''] = /<<'END'\n([\s\S]*?)END\n/.exec(printed) ?? [];
  expect(keys.trim().split('\n')).toHaveLength(3);
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'keys.txt'), keys);
  const [, options = ''] = /\((--key enterprise=file:keys\.txt [^)]*)\)/.exec(printed) ?? [];
  const [, baseUrl = ''] = /server at (\S+)/.exec(printed) ?? [];
  const load = ['--subscribers', 'enterprise=1', '--active', 'enterprise=1', '--use', 'enterprise=1', '--p95', '1s'];
  const { code, unwrapped } = await run(
    [
      ...['capacity', '--base-url', baseUrl, ...options.split(' '), ...load, '--errors', '5%', '--steps', '100'],
      ...['--step-duration', '5', '--window', '30', '--out', 'run'],
    ],
    { cwd },
  );
  expect(code, unwrapped).toBe(0);
  expect(readFileSync(join(cwd, 'run', 'exchanges.ndjson'), 'utf8')).toContain('"key":"enterprise#3"');
  serving.interrupt();
  expect((await serving.ended).code).toBe(0);
});
