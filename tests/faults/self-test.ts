import { Command } from 'commander';
import { findPinnedK6, loadScript } from '../../src/cli/find-k6.ts';
import { onInterrupt } from '../../src/cli/live/interrupt.ts';
import { problemsOf } from '../../src/cli/options/options.ts';
import type { Io } from '../../src/io/io.ts';
import { type FoundK6, K6NotFoundError } from '../../src/k6/index.ts';
import { faults, legalVariants, limitFaults, limitVariants } from '../../src/reference/index.ts';
import { REQUIREMENTS } from '../../src/spec/requirements/index.ts';
import { EXIT } from '../../src/text/exit-codes.ts';
import { limitMatrix } from './limit-matrix.ts';
import { killMatrix, type Row } from './matrix.ts';

/** `storecheck self-test`: every fault against every check, every legal variant against every must. */
export function selfTestCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = new Command('self-test').option('--json', 'print the matrix as JSON');
  return command.action(async (flags) => done(await selfTest(command, flags, io)));
}

async function selfTest(command: Command, flags: { readonly json?: boolean }, io: Io): Promise<number> {
  problemsOf(command).check();
  const talk = (text: string) => io.stderr.write(text);
  const { signal, release } = onInterrupt(io, talk, { stopping: 'stopping-without-result' });
  talk('runs every fault and every legal variant against its own reference server; takes about four minutes\n');
  const rows: Row[] = [];
  // A row that ends after an interruption is incomplete.
  const see = (row: Row) => {
    if (signal.aborted) return;
    rows.push(row);
    if (rows.length % 20 === 0) talk(`  ${rows.length} servers judged\n`);
  };
  const k6 = await k6OrReason(io, talk);
  await killMatrix(io, see, signal);
  if (k6 !== undefined) await limitMatrix({ io, k6, script: loadScript('quota', io), env: io.env, signal, see });
  const servers = [faults, legalVariants, ...(k6 === undefined ? [] : [limitFaults, limitVariants])].flat().length;
  const conclusion = signal.aborted ? [`interrupted: ${rows.length} of ${servers} servers judged`] : coverage(rows);
  io.stdout.write(flags.json === true ? `${JSON.stringify(rows, null, 2)}\n` : summary(rows, conclusion));
  release();
  return exitCode(rows, signal.aborted, k6 !== undefined);
}

/** Without k6, the limiter faults are skipped and the verdict is incomplete. */
function exitCode(rows: readonly Row[], interrupted: boolean, whole: boolean): number {
  if (interrupted) return EXIT.interrupted;
  if (rows.some((row) => row.problems.length > 0)) return EXIT.failed;
  return whole ? EXIT.passed : EXIT.incomplete;
}

async function k6OrReason(io: Io, talk: (text: string) => void): Promise<FoundK6 | undefined> {
  try {
    return await findPinnedK6({ print: talk }, io);
  } catch (error) {
    if (!(error instanceof K6NotFoundError)) throw error;
    talk(`${error.message}\nContinuing without k6: the limiter faults are skipped.\n`);
    return undefined;
  }
}

/** Requirements that a run judges only with an option, e.g. a dedicated key or a complete day. */
const NOT_BY_DEFAULT = ['limit.sustained', 'limit.daily'];

/** The deviations, then what all rows together show. */
function summary(rows: readonly Row[], conclusion: readonly string[]): string {
  const bad = rows.flatMap(({ id, title, problems }) =>
    problems.length === 0 ? [] : [`✗ ${id}: ${title}`, ...problems.map((problem) => `    ${problem}`)],
  );
  return [...bad, ...conclusion, ''].join('\n');
}

function coverage(rows: readonly Row[]): string[] {
  const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind);
  const killed = of('fault').filter(({ problems }) => problems.length === 0).length;
  const passed = of('legal').filter(({ problems }) => problems.length === 0).length;
  const killers = new Set(of('fault').flatMap(({ failed }) => failed));
  const unproven = REQUIREMENTS.filter(
    ({ id, level }) =>
      level === 'must' && !killers.has(id) && !NOT_BY_DEFAULT.includes(id) && !id.startsWith('capacity.'),
  );
  return [
    `${killed} of ${of('fault').length} faults failed exactly the requirements that they violate`,
    `${passed} of ${of('legal').length} legal variants passed every must`,
    unproven.length === 0
      ? `every must fails on at least one fault (except ${NOT_BY_DEFAULT.join(', ')}, which take another window or a day)`
      : `no fault fails: ${unproven.map(({ id }) => id).join(', ')}`,
  ];
}
