// Removes one condition at a time from the files of a folder, and judges the recorded limit experiments again. A condition whose removal
// changes no verdict has no row that needs it: delete it, or add the row.
//   npm run mutants -- src/limiter                   all conditions of the folder
//   npm run mutants -- src/limiter/requirements 20   every 20th experiment only, for a quick look
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { gunzipSync } from 'node:zlib';
import { build } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '..');
const SHARED = process.env['STORECHECK_CORPUS'] ?? resolve(ROOT, '../../shared');
const ENTRY = join(ROOT, 'src/limiter/judge.ts');
const [folder = 'src/limiter', nth = '1'] = process.argv.slice(2);

const filesIn = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path).flatMap((name) => filesIn(join(path, name)))
    : path.endsWith('.ts')
      ? [path]
      : [];

/** Each early return, and each part of a condition, by its place in the text. */
function mutationsOf(text) {
  const returns = [...text.matchAll(/^ *if \((.*)\) (?:return|continue)\b[^;\n]*;$/gm)].map((found) => ({
    at: found.index,
    from: found[0],
    to: '',
  }));
  const parts = [...text.matchAll(/(?: && | \|\| )[^&|\n;?:]+?(?=(?: && | \|\| |\)? ?[;?]|\)? return|\)$|$))/gm)]
    .filter(([part]) => balanced(part))
    .map((found) => ({ at: found.index, from: found[0], to: '' }));
  return [...returns, ...parts];
}

function balanced(part) {
  let depth = 0;
  for (const char of part) {
    if (char === '(' || char === '[' || char === '{') depth += 1;
    if (char === ')' || char === ']' || char === '}') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

const experiments = gunzipSync(readFileSync(join(SHARED, 'corpus/limits.ndjson.gz')))
  .toString()
  .trim()
  .split('\n')
  .filter((_, index) => index % Number(nth) === 0)
  .map((line) => JSON.parse(line).experiment);

/** The judge, with one file replaced by another text. */
async function judgeWith(file, contents) {
  const { outputFiles } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    write: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'mutant',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.ts$/ }, ({ path }) =>
            path === file ? { contents, loader: 'ts', resolveDir: dirname(path) } : undefined,
          ),
      },
    ],
  });
  const module = { exports: {} };
  new Function('module', 'exports', 'require', outputFiles[0].text)(
    module,
    module.exports,
    createRequire(import.meta.url),
  );
  return module.exports.judgeLimits;
}

/** What is said of an experiment, without sentences. */
const said = (judge, experiment) =>
  JSON.stringify(
    Object.entries(judge(experiment).outcomes).map(([id, { kind, code, findings = [], otherCause }]) => [
      id,
      kind,
      code,
      findings.map((finding) => finding.code),
      otherCause?.code,
    ]),
  );

const original = await judgeWith('', '');
const expected = experiments.map((experiment) => said(original, experiment));

/** The first experiment that shows the mutant, or how it ended. */
function verdict(judge) {
  try {
    const shown = experiments.findIndex((experiment, index) => said(judge, experiment) !== expected[index]);
    return shown === -1 ? 'survives' : 'killed';
  } catch {
    return 'killed';
  }
}

const counts = { survives: 0, killed: 0, invalid: 0 };
for (const file of filesIn(resolve(ROOT, folder))) {
  const text = readFileSync(file, 'utf8');
  for (const { at, from, to } of mutationsOf(text)) {
    const mutant = `${text.slice(0, at)}${to}${text.slice(at + from.length)}`;
    const judge = await judgeWith(file, mutant).catch(() => undefined);
    const result = judge === undefined ? 'invalid' : verdict(judge);
    counts[result] += 1;
    if (result !== 'survives') continue;
    console.log(`${file.slice(ROOT.length + 1)}:${text.slice(0, at).split('\n').length}  ${from.trim()}`);
  }
}
console.log(`\n${counts.killed} killed, ${counts.survives} survive, ${counts.invalid} do not compile`);
