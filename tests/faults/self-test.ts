import { resolve } from 'node:path';
import process from 'node:process';
import { findPinnedK6, loadScript } from '../../src/cli/find-k6.ts';
import { processIo } from '../../src/cli/process-io.ts';
import { REQUIREMENTS } from '../../src/spec/requirements/index.ts';
import { limitMatrix } from './limit-matrix.ts';
import { killMatrix, type Row } from './matrix.ts';

/** Requirements that a run judges only with an option, e.g. a dedicated key or a complete day. */
const NOT_BY_DEFAULT = ['limit.sustained', 'limit.daily'];

// `npm run self-test`: every fault and every legal variant on a server of its own, over sockets and with the real k6.
const io = processIo(resolve('dist/load'));
const k6 = await findPinnedK6({ print: (text) => io.stderr.write(text) }, io);
const { signal } = new AbortController();
const see = ({ id, title, problems }: Row) => {
  for (const problem of problems) console.log(`✗ ${id} (${title}): ${problem}`);
};
const checked = await killMatrix(io, see, signal);
const limited = await limitMatrix({ io, k6, script: loadScript('quota', io), env: io.env, signal, see });
const rows = [...checked, ...limited];

const isRight = ({ problems }: Row) => problems.length === 0;
console.log('         faults   found   legal  passed');
for (const [part, own] of Object.entries({ check: checked, limits: limited })) {
  const of = (kind: Row['kind']) => own.filter((row) => row.kind === kind);
  const counts = [of('fault'), of('fault').filter(isRight), of('legal'), of('legal').filter(isRight)];
  console.log(part.padEnd(7) + counts.map(({ length }) => String(length).padStart(8)).join(''));
}

const shown = new Set(rows.filter(({ kind }) => kind === 'fault').flatMap(({ failed }) => failed));
const unproven = REQUIREMENTS.filter(
  ({ id, level }) => level === 'must' && !shown.has(id) && !NOT_BY_DEFAULT.includes(id) && !id.startsWith('capacity.'),
).map(({ id }) => id);
const wrong = rows.filter((row) => !isRight(row)).length;
if (unproven.length > 0) console.log(`no fault fails ${unproven.join(', ')}`);
console.log(
  wrong === 0
    ? 'every fault failed exactly what it violates, and every legal variant passed every must'
    : `${wrong} of ${rows.length} servers were judged wrongly`,
);
process.exitCode = wrong + unproven.length === 0 ? 0 : 1;
