// Judges every recorded trace again, and prints what the judge says now that it did not say when the trace was recorded.
//   npm run corpus                     all sets; fails on a change that tests/corpus/accepted.json does not explain
//   npm run corpus -- limits cases     only these sets, e.g. while a rule changes
//   npm run corpus -- record [FOLDER [SET…]]  records the sets anew in virtual time; STORECHECK_CORPUS=FOLDER npm run corpus judges them
//   npm run corpus -- --pin-cases      writes the verdicts other than pass on the journals from the field to tests/corpus/cases.json
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { bundled, postedBy } from './workers.mjs';

const HERE = import.meta.dirname;
const SHARED = process.env['STORECHECK_CORPUS'] ?? resolve(HERE, '../../../shared');
const BUNDLES = resolve(HERE, '../../node_modules/.cache/corpus');
/** More rows than this are counted, not printed. */
const SHOWN = 200;

const arguments_ = process.argv.slice(2);
if (arguments_[0] === 'record') {
  const folder = resolve(arguments_[1] ?? join(BUNDLES, 'recorded'));
  // The bundle lies deeper than tests/support, which finds dist beside its own folder.
  const define = { 'import.meta.url': JSON.stringify(import.meta.url) };
  const options = { format: 'esm', packages: 'external', define };
  const { record } = await import(await bundled(join(HERE, 'record.ts'), join(BUNDLES, 'record.mjs'), options));
  await record(join(folder, 'corpus'), arguments_.slice(2)).catch((error) => {
    console.error(error instanceof RangeError ? error.message : error);
    process.exit(error instanceof RangeError ? 2 : 1);
  });
  console.log(`in ${folder}: STORECHECK_CORPUS=${folder} npm run corpus judges them again`);
  process.exit(0);
}
const pins = arguments_.includes('--pin-cases');
const chosen = arguments_.filter((argument) => !argument.startsWith('--'));

const folders = { corpus: join(SHARED, 'corpus'), cases: join(SHARED, 'cases') };
if (!existsSync(folders.corpus)) {
  console.error(
    `No recorded traces in ${folders.corpus}: set STORECHECK_CORPUS to the folder that holds corpus/ and cases/.`,
  );
  process.exit(2);
}
const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : []);
const filesIn = (folder) => namesIn(folder).flatMap((name) => (name.endsWith('.ndjson.gz') ? join(folder, name) : []));
const isChosen = (set) => chosen.length === 0 || chosen.includes(set);
const files = [
  ...filesIn(folders.corpus).filter((file) => isChosen(/([^/]+)\.ndjson\.gz$/.exec(file)[1])),
  ...(isChosen('cases') ? filesIn(folders.cases) : []),
];
if (files.length === 0) {
  console.error(`No recorded traces of ${chosen.join(', ')} in ${folders.corpus}.`);
  process.exit(2);
}

const judge = await bundled(join(HERE, 'judge.ts'), join(BUNDLES, 'judge.cjs'));
const posted = await postedBy(judge, (share, shares) => ({ files, share, shares }));
const judged = posted.toSorted((a, b) => (`${a.set} ${a.case}` < `${b.set} ${b.case}` ? -1 : 1));
const pinned = join(HERE, 'cases.json');
if (pins) {
  const others = (said) => Object.fromEntries(Object.entries(said).filter(([, verdict]) => verdict !== 'pass'));
  const cases = judged.filter(({ set }) => set === 'cases').map(({ case: name, after }) => [name, others(after)]);
  writeFileSync(pinned, `${JSON.stringify(Object.fromEntries(cases.toSorted()), null, 2)}\n`);
}
const before = JSON.parse(readFileSync(pinned, 'utf8'));
const passed = (said) => Object.fromEntries(Object.keys(said).map((id) => [id, 'pass']));
const rows = judged.map((row) =>
  row.set === 'cases' ? { ...row, before: { ...passed(row.after), ...before[row.case] } } : row,
);

// They were accepted for the frozen corpus, which has the cases beside it.
const accepted = existsSync(folders.cases) ? JSON.parse(readFileSync(join(HERE, 'accepted.json'), 'utf8')) : [];
const changes = rows.flatMap(({ set, case: name, before: was, after: is }) =>
  [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((id) => {
    const change = { set, case: name, requirement: id, before: was[id] ?? 'absent', after: is[id] ?? 'absent' };
    return change.before === change.after ? [] : [change];
  }),
);
// The first entry that covers a change takes it. Its `rows` keep a pattern from hiding one more.
const entryOf = (change) =>
  accepted.find(({ why, rows: _, ...patterns }) =>
    Object.entries(patterns).every(([field, pattern]) => matches(pattern, change[field])),
  );
const entries = changes.map(entryOf);
const open = changes.filter((_, index) => entries[index] === undefined);
const problems = accepted.flatMap((entry) => {
  const taken = changes.filter((_, index) => entries[index] === entry);
  const ids = [...new Set(taken.map(({ requirement }) => requirement))].join(', ');
  return taken.length === entry.rows ? [] : [`${taken.length} rows instead of ${entry.rows}: ${entry.why} (${ids})`];
});
for (const { set, case: name, requirement, before: was, after } of open.slice(0, SHOWN))
  console.log(`${set}  ${name}  ${requirement}\n    before  ${was}\n    after   ${after}`);
if (open.length > SHOWN) console.log(`… and ${open.length - SHOWN} more`);
const isComplete = chosen.length === 0;
if (isComplete) for (const problem of problems) console.log(`accepted.json: ${problem}`);

const count = `${rows.length} traces, ${changes.length} changed verdicts, ${open.length} of them not accepted`;
console.log(`\n${count} (${Math.round(performance.now() / 1_000)} s)`);
if (open.length > 0 || (isComplete && problems.length > 0)) process.exitCode = 1;

/** A pattern is a text in which `*` stands for any. */
function matches(pattern, text) {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}
