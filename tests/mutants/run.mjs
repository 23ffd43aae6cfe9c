// Changes one condition at a time: an `if` never holds, a part of `&&` or `||` does not count, a choice is always the one or the other.
// A change that no recorded trace and no unit test shows is printed: delete the condition, or add the row that needs it.
//   npm run mutants                            every folder of FOLDERS
//   npm run mutants -- src/judge/laws          only the files below it
//   npm run mutants -- --corpus src/judge      the recorded traces alone
//   npm run mutants -- --every=10              each tenth condition, for a quick look
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { instrumented } from './instrument.mjs';

/** What is mutated, and the unit tests that may show it. What the judge says of the corpus shows it first. */
const FOLDERS = {
  'src/judge/expect': ['tests/judge', 'tests/outcome'],
  'src/judge/laws': ['tests/judge', 'tests/outcome'],
  'src/judge/limits': ['tests/judge', 'tests/limiter', 'tests/virtual/limits'],
  'src/judge/gate': [
    'tests/judge/gate.test.ts',
    'tests/judge/waiver.test.ts',
    'tests/judge/drift.test.ts',
    'tests/result',
  ],
  'src/judge': ['tests/judge', 'tests/outcome', 'tests/virtual/run'],
  'src/rules': ['tests/rules', 'tests/outcome'],
  'src/store': ['tests/judge', 'tests/outcome'],
  'src/limiter': ['tests/limiter'],
  'src/capacity': ['tests/capacity'],
  'src/config': ['tests/config/read.test.ts', 'tests/config/config-file.test.ts', 'tests/virtual/usage'],
};

/** No recorded trace reaches these. */
const UNRECORDED = ['src/judge/gate', 'src/capacity', 'src/config'];

const ROOT = resolve(import.meta.dirname, '../..');
const SHARED = process.env['STORECHECK_CORPUS'] ?? resolve(ROOT, '../shared');
const BOX = mkdtempSync(join(tmpdir(), 'mutants-'));
const CORES = availableParallelism();

const paths = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const corpusOnly = process.argv.includes('--corpus');
const every = Number(/--every=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 1);

// A copy of the project, in which each condition asks whether it is the mutant of today.
process.on('exit', () => rmSync(BOX, { recursive: true, force: true }));
const isCopied = (path) => !/\/(?:node_modules|\.git|reports)$/.test(path);
cpSync(ROOT, BOX, { recursive: true, filter: isCopied });
symlinkSync(join(ROOT, 'node_modules'), join(BOX, 'node_modules'));
const mutants = [];
for (const folder of Object.keys(FOLDERS))
  for (const file of readdirSync(join(BOX, folder), { recursive: true })) {
    const path = join(folder, file);
    const isChosen = paths.length === 0 || paths.some((chosen) => path.startsWith(chosen));
    if (!path.endsWith('.ts') || !isChosen || mutants.some((mutant) => mutant.path === path)) continue;
    const { text, found } = instrumented(path, readFileSync(join(BOX, path), 'utf8'), mutants.length + 1);
    if (found.length === 0) continue;
    mutants.push(...found.map((mutant) => ({ ...mutant, path, folder })));
    writeFileSync(join(BOX, path), text);
  }
// No test starts a build: the built file is newer.
utimesSync(join(BOX, 'dist/storecheck.cjs'), new Date(), new Date());
if (mutants.length === 0) {
  console.error(`No condition in ${paths.join(', ')}: the folders are ${Object.keys(FOLDERS).join(', ')}.`);
  process.exit(2);
}

/** Those that are tried. */
const tried = mutants.filter(({ id }) => id % every === 0);
const recorded = tried.filter(({ folder }) => !UNRECORDED.includes(folder));
const killed = recorded.length > 0 && existsSync(join(SHARED, 'corpus')) ? await killedByCorpus() : new Set();
if (!corpusOnly) for (const id of await killedByTests()) killed.add(id);

for (const { id, path, line, change } of tried) if (!killed.has(id)) console.log(`${path}:${line}  ${change}`);
console.log('');
for (const folder of Object.keys(FOLDERS)) {
  const ids = tried.filter((mutant) => mutant.folder === folder).map(({ id }) => id);
  const dead = ids.filter((id) => killed.has(id)).length;
  if (ids.length > 0)
    console.log(`${folder.padEnd(18)} ${dead} of ${ids.length} killed, ${Math.round((100 * dead) / ids.length)} %`);
}

/** Judges the recorded traces in worker threads: each gets a share of the mutants. */
async function killedByCorpus() {
  const outfile = join(BOX, 'traces.cjs');
  const entryPoints = [join(BOX, 'tests/mutants/traces.ts')];
  await build({ entryPoints, bundle: true, format: 'cjs', platform: 'node', outfile, logLevel: 'warning' });
  const dead = new Set();
  const share = (index) =>
    new Promise((done, fail) => {
      const ids = recorded.map(({ id }) => id).filter((_, place) => place % CORES === index);
      new Worker(outfile, { workerData: { folder: join(SHARED, 'corpus'), ids } })
        .on('message', (id) => dead.add(id))
        .on('error', fail)
        .on('exit', done);
    });
  await Promise.all(Array.from({ length: CORES }, (_, index) => share(index)));
  return dead;
}

/** Runs the unit tests of the folder once for each mutant that is left. */
async function killedByTests() {
  const left = tried.filter(({ id }) => !killed.has(id));
  const dead = [];
  // Tests that fail without a mutant would kill every one.
  for (const folder of new Set(left.map((mutant) => mutant.folder)))
    if (await isShown({ id: 0, folder })) throw new Error(`${FOLDERS[folder].join(', ')}: fails without a mutant`);
  const work = async () => {
    for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift())
      if (await isShown(mutant)) dead.push(mutant.id);
  };
  await Promise.all(Array.from({ length: CORES }, work));
  return dead;
}

function isShown({ id, folder }) {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const run = [vitest, 'run', '--bail', '1', ...FOLDERS[folder]];
  const env = { ...process.env, STORECHECK_MUTANT: String(id) };
  return new Promise((done) => execFile(process.execPath, run, { cwd: BOX, env }, (error) => done(error !== null)));
}
