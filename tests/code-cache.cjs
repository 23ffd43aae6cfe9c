// Preloaded into the commands that tests start (tests/cli/run.ts). Half of a start is compiling the command's one file, so what Node made
// of it is kept beside it, by its date: written by the first process (tests/build.ts), read by all others. Another quarter is optimising
// what a run then no longer calls: commands that wait for answers leave it.
const { mkdirSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { basename, dirname, join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

const WAITING = ['check', 'limits', 'rerun', 'run'];

const compile = Module.prototype._compile;

Module.prototype._compile = function compileOnce(source, filename) {
  if (basename(filename) !== 'storecheck.cjs') return compile.call(this, source, filename);
  const folder = join(dirname(filename), '.code-cache');
  const file = join(folder, `${statSync(filename).mtimeMs}.bin`);
  const cachedData = contentOf(file);
  const script = new Script(Module.wrap(source.replace(/^#!.*/, '')), { filename, cachedData });
  if (cachedData === undefined)
    process.on('exit', () => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, script.createCachedData());
    });
  // Once the cache is read: a Node with other flags refuses it.
  else if (WAITING.includes(process.argv[2]))
    for (const flag of ['--no-opt', '--liftoff-only']) setFlagsFromString(flag);
  const { exports } = this;
  return script
    .runInThisContext()
    .call(exports, exports, Module.createRequire(filename), this, filename, dirname(filename));
};

function contentOf(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
