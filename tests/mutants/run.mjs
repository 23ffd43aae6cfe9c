// Changes one condition at a time: an `if` never holds, a part of `&&` or `||` does not count, a choice is always the one or the other.
// A change that no recorded trace and no unit test shows is printed: delete the condition, or add the row that needs it.
//   npm run mutants                            every folder of FOLDERS
//   npm run mutants -- src/judge/laws          only the files below it
//   npm run mutants -- --corpus src/judge      the recorded traces alone
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { bundled, postedBy } from '../corpus/workers.mjs';
import { refusedByCompiler } from './compiles.mjs';
import { instrumented } from './instrument.mjs';

/** What is mutated, and the unit tests that may show it. What the judge says of the corpus shows it first. */
const FOLDERS = {
  'src/judge/expect': ['tests/judge', 'tests/store'],
  'src/judge/laws': ['tests/judge', 'tests/store'],
  'src/judge/gate': ['tests/judge', 'tests/result'],
  'src/judge': ['tests/judge', 'tests/result', 'tests/store', 'tests/virtual/run', 'tests/virtual/capacity'],
  'src/verdicts/limits': ['tests/verdicts', 'tests/judge', 'tests/limiter', 'tests/virtual/limits'],
  'src/verdicts': [
    'tests/judge',
    'tests/result',
    'tests/store',
    'tests/virtual/run',
    'tests/virtual/limits',
    'tests/virtual/capacity',
  ],
  'src/rules': ['tests/rules', 'tests/judge/recorded'],
  'src/store': ['tests/store', 'tests/judge'],
  'src/limiter': ['tests/limiter', 'tests/verdicts', 'tests/virtual/limits'],
  'src/capacity': [
    'tests/capacity',
    'tests/load/scenario.test.ts',
    'tests/result/view/view.test.ts',
    'tests/virtual/capacity/capacity-usage.test.ts',
  ],
  'src/config': ['tests/config', 'tests/schemas.test.ts', 'tests/virtual/usage'],
};

/** No recorded trace reaches these. */
const UNRECORDED = ['src/judge/gate', 'src/capacity', 'src/config'];

const ROOT = resolve(import.meta.dirname, '../..');
const SHARED = process.env['STORECHECK_CORPUS'] ?? resolve(ROOT, '../shared');
const BOX = fs.mkdtempSync(join(tmpdir(), 'mutants-'));
const CONFIG = join(BOX, 'vitest.mutants.config.ts');
/** A mutant may make a loop endless. */
const PATIENCE_MS = 60_000;

const paths = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const corpusOnly = process.argv.includes('--corpus');

// A copy of the project, in which each condition asks whether it is the mutant of today.
process.on('exit', () => fs.rmSync(BOX, { recursive: true, force: true }));
const isCopied = (path) => !/\/(?:node_modules|\.git|reports)$/.test(path);
fs.cpSync(ROOT, BOX, { recursive: true, filter: isCopied });
fs.symlinkSync(join(ROOT, 'node_modules'), join(BOX, 'node_modules'));
const mutants = [];
for (const folder of Object.keys(FOLDERS))
  for (const file of fs.readdirSync(join(BOX, folder), { recursive: true })) {
    const path = join(folder, file);
    const isChosen = paths.length === 0 || paths.some((chosen) => path.startsWith(chosen));
    if (!path.endsWith('.ts') || !isChosen || mutants.some((mutant) => mutant.path === path)) continue;
    const { text, found } = instrumented(path, fs.readFileSync(join(BOX, path), 'utf8'), mutants.length + 1);
    if (found.length === 0) continue;
    mutants.push(...found.map((mutant) => ({ ...mutant, path, folder })));
    fs.writeFileSync(join(BOX, path), text);
  }
fs.writeFileSync(
  CONFIG,
  "import config from './vitest.config.ts';\nexport default { test: { ...config.test, maxWorkers: 2, runner: './tests/mutants/runner.ts' } };\n",
);
// No test starts a build: the built file is newer.
fs.utimesSync(join(BOX, 'dist/storecheck.cjs'), new Date(), new Date());
if (mutants.length === 0) {
  console.error(`No condition in ${paths.join(', ')}: the folders are ${Object.keys(FOLDERS).join(', ')}.`);
  process.exit(2);
}

const recorded = mutants.filter(({ folder }) => !UNRECORDED.includes(folder));
const hasCorpus = fs.existsSync(join(SHARED, 'corpus'));
if (!hasCorpus) console.error(`No recorded traces in ${SHARED}: only unit tests show a change. See STORECHECK_CORPUS.`);
const killed = recorded.length > 0 && hasCorpus ? await killedByCorpus() : new Set();
if (!corpusOnly) for (const id of await killedByTests()) killed.add(id);

const survivors = mutants.filter(({ id }) => !killed.has(id));
const refused = refusedByCompiler(ROOT, BOX, survivors);
const counted = mutants.filter(({ id }) => !refused.has(id));
for (const { path, line, change } of counted.filter((mutant) => !killed.has(mutant.id)))
  console.log(`${path}:${line}  ${change}`);
console.log('');
for (const folder of Object.keys(FOLDERS)) {
  const ids = counted.filter((mutant) => mutant.folder === folder).map(({ id }) => id);
  const dead = ids.filter((id) => killed.has(id)).length;
  if (ids.length > 0)
    console.log(`${folder.padEnd(18)} ${dead} of ${ids.length} killed, ${Math.round((100 * dead) / ids.length)} %`);
}

/** Judges the recorded traces, a share in each thread. Only those of limits reach the limiter, and only the others the judge of a check. */
async function killedByCorpus() {
  const bundle = await bundled(join(BOX, 'tests/mutants/traces.ts'), join(BOX, 'traces.cjs'));
  const isOf = (...folders) => recorded.every(({ path }) => folders.some((folder) => path.startsWith(folder)));
  const prefix = isOf('src/limiter') ? 'limits' : isOf('src/judge', 'src/store') ? 'check' : '';
  const dead = new Uint8Array(new SharedArrayBuffer(mutants.length + 1));
  const common = { folder: join(SHARED, 'corpus'), prefix, ids: recorded.map(({ id }) => id), dead };
  await postedBy(bundle, (share, shares) => ({ ...common, share, shares }));
  return new Set(common.ids.filter((id) => dead[id] === 1));
}

/** Runs the unit tests of each folder once, and each test again with every mutant that it reaches: tests/mutants/runner.ts. */
async function killedByTests() {
  const dead = new Set();
  for (const folder of new Set(mutants.map((mutant) => mutant.folder)))
    for (let hangs = true; hangs; ) {
      const left = mutants.filter(
        (mutant) => mutant.folder === folder && !killed.has(mutant.id) && !dead.has(mutant.id),
      );
      if (left.length === 0) break;
      const { shown, last } = await shownBy(folder, left);
      for (const id of shown) dead.add(id);
      hangs = last !== undefined;
      if (hangs) dead.add(last);
    }
  return dead;
}

/** The mutants that a test shows, and the last one that was tried if the tests do not end. */
async function shownBy(folder, left) {
  const notes = join(BOX, 'notes');
  fs.writeFileSync(notes, '');
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const env = { ...process.env, MUTANTS: left.map(({ id }) => id).join(), MUTANTS_NOTES: notes, CI: '1' };
  const options = { cwd: BOX, env, detached: true };
  const child = spawn(process.execPath, [vitest, 'run', '--config', CONFIG, ...FOLDERS[folder]], options);
  let isStuck = false;
  const watch = setInterval(() => {
    isStuck = Date.now() - fs.statSync(notes).mtimeMs > PATIENCE_MS;
    if (isStuck) process.kill(-child.pid, 'SIGKILL');
  }, 1_000);
  child.stdout.resume();
  child.stderr.resume();
  await once(child, 'close');
  clearInterval(watch);
  const lines = fs.readFileSync(notes, 'utf8').trimEnd().split('\n');
  const idsAfter = (word) => lines.flatMap((line) => (line.startsWith(word) ? Number(line.slice(word.length)) : []));
  return { shown: idsAfter('shows '), last: isStuck ? idsAfter('tries ').at(-1) : undefined };
}
