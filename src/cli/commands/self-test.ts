import { Command } from 'commander';
import { killMatrix, type Row } from '../../run/self-test.ts';
import { REQUIREMENTS } from '../../spec/requirements/index.ts';
import { EXIT } from '../../verdict/gate.ts';
import { onInterrupt } from '../interrupt.ts';
import { tellUnknown } from '../options.ts';
import { collectProblems } from '../problems.ts';

/** `storecheck self-test`: every fault against every check, every legal variant against every must. */
export function selfTestCommand(done: (exitCode: number) => void): Command {
  const command = new Command('self-test');
  return command
    .description('prove the judge: every fault must be found, no legal variant may fail')
    .option('--json', 'the whole matrix as JSON')
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async (options: { json?: boolean }) => {
      const problems = collectProblems();
      tellUnknown(command, problems);
      problems.check();
      const talk = (text: string) => process.stderr.write(text);
      const interrupt = onInterrupt(talk);
      talk('every fault and every legal variant gets a reference server of its own and a whole run; about a minute\n');
      let count = 0;
      const rows = await killMatrix(() => {
        count += 1;
        if (count % 20 === 0) talk(`  ${count} servers judged\n`);
      }, interrupt.signal);
      process.stdout.write(options.json === true ? `${JSON.stringify(rows, null, 2)}\n` : summary(rows));
      done(
        interrupt.signal.aborted
          ? EXIT.interrupted
          : rows.some((row) => row.problems.length > 0)
            ? EXIT.failed
            : EXIT.passed,
      );
    });
}

function summary(rows: readonly Row[]): string {
  const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind);
  const bad = rows.filter(({ problems }) => problems.length > 0);
  const killed = of('fault').filter(({ problems }) => problems.length === 0).length;
  const passed = of('legal').filter(({ problems }) => problems.length === 0).length;
  const killers = new Set(of('fault').flatMap(({ failed }) => failed));
  const unproven = REQUIREMENTS.filter(({ id, level }) => level === 'must' && !killers.has(id));
  return [
    ...bad.map(
      ({ id, title, problems }) => `✗ ${id}: ${title}\n${problems.map((problem) => `    ${problem}`).join('\n')}`,
    ),
    `${killed} of ${of('fault').length} faults killed by just the requirements they break`,
    `${passed} of ${of('legal').length} legal variants without a failing must`,
    unproven.length === 0
      ? 'every must is shown to fail on some fault'
      : `no fault kills: ${unproven.map(({ id }) => id).join(', ')}`,
    '',
  ].join('\n');
}
