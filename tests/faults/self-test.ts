import { resolve } from 'node:path';
import { findK6, loadScript } from '../../src/cli/find-k6.ts';
import { processIo } from '../../src/cli/process-io.ts';
import { REQUIREMENTS } from '../../src/spec/requirements/index.ts';
import { limitMatrix } from './limit-matrix.ts';
import { emptyStores, explorations, filledStores, type Row } from './matrix.ts';

/** Seconds. The shortest window in which rounding or a slow burst hides nothing. */
const WINDOW_SECONDS = 6;

/** Requirements that a run judges only with an option, e.g. a dedicated key or a complete day. */
const NOT_BY_DEFAULT = ['limit.sustained', 'limit.daily'];

// `npm run self-test`: every fault and every legal variant on a server of its own, over sockets and with the real k6.
const io = processIo(resolve('dist/load'));
const k6 = await findK6({ print: (text) => io.stderr.write(text) }, io);
const { signal } = new AbortController();
const parts: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  check: () => filledStores(io, signal),
  'check of an empty store': () => emptyStores(io, signal),
  'check --depth thorough': () => explorations(io, signal),
  limits: () =>
    limitMatrix({ io, k6, script: loadScript('quota', io), env: io.env, signal, windowSeconds: WINDOW_SECONDS }),
};

const tableRow = (part: string, ...cells: readonly (string | number)[]) =>
  console.log(part.padEnd(24) + cells.map((cell) => String(cell).padStart(8)).join(''));
const isRight = ({ problems }: Row) => problems.length === 0;
const all: Row[] = [];

tableRow('', 'faults', 'found', 'legal', 'passed');
for (const [part, rowsOf] of Object.entries(parts)) {
  const rows = await rowsOf();
  const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind);
  const [faults, legal] = [of('fault'), of('legal')];
  tableRow(part, faults.length, faults.filter(isRight).length, legal.length, legal.filter(isRight).length);
  for (const { id, title, problems } of rows)
    for (const problem of problems) console.log(`  ✗ ${id} (${title}): ${problem}`);
  all.push(...rows);
}

const shown = new Set(all.filter(({ kind }) => kind === 'fault').flatMap(({ failed }) => failed));
const unproven = REQUIREMENTS.filter(
  ({ id, level }) => level === 'must' && !shown.has(id) && !NOT_BY_DEFAULT.includes(id) && !id.startsWith('capacity.'),
).map(({ id }) => id);
const wrong = all.filter((row) => !isRight(row)).length;
const isProven = wrong + unproven.length === 0;
if (unproven.length > 0) console.log(`no fault fails ${unproven.join(', ')}`);
console.log(
  isProven
    ? 'every fault failed exactly what it violates, and every legal variant passed every must'
    : `${wrong} of ${all.length} servers were judged wrongly, ${unproven.length} musts never failed`,
);
process.exitCode = isProven ? 0 : 1;
