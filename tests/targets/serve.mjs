// node tests/targets/serve.mjs [NAME [PORT [WINDOW_SECONDS]]]
// Starts one target until it is interrupted, to try things out by hand; without a name it lists them.
import { rm } from 'node:fs/promises';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const entry = fileURLToPath(new URL('start.ts', import.meta.url));
// Below node_modules, where the bundle finds the frameworks that it imports by name.
const outfile = fileURLToPath(new URL(`../../node_modules/.cache/targets-${process.pid}.mjs`, import.meta.url));
await build({ entryPoints: [entry], bundle: true, format: 'esm', platform: 'node', packages: 'external', outfile });
const { startTarget, TARGETS, loopback } = await import(outfile);
await rm(outfile);

const [name, port = '8080', windowSeconds = '60'] = process.argv.slice(2);
if (name === undefined) console.log(Object.keys(TARGETS).join('\n'));
else {
  const { baseUrl, keys } = await startTarget(name, {
    network: loopback,
    port: Number(port),
    windowSeconds: Number(windowSeconds),
  });
  console.log(
    `${name}: ${baseUrl}, ${windowSeconds} s a window, 60 requests; keys of the plan Free:\n  ${keys.join('\n  ')}`,
  );
}
