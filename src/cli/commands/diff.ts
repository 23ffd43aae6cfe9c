import { type Layout, sectionText } from '../../report/terminal.ts';
import { diffResults, type ResultDiff } from '../../result/view/diff-results.ts';
import { EXIT } from '../../text/exit-codes.ts';
import { wrap } from '../../text/wrap.ts';
import { layoutFor } from '../console.ts';
import { readResult } from '../files/read-recorded.ts';
import { argumentProblems, type Definition } from '../options/call.ts';

/** `storecheck diff A B`: compares two results and says whether B is worse. */
export const diffCommand: Definition = (command, io, setExitCode) =>
  command
    .argument('<a>', "the earlier run's folder, or its results.json")
    .argument('<b>', 'the folder of the later run, or of a run on another target, or its results.json')
    .addHelpText('after', WORSE)
    .action((a: string, b: string) => {
      argumentProblems(command).throwIfAny();
      const diff = diffResults(readResult(a, io), readResult(b, io));
      io.stdout.write(diffText(diff, layoutFor(io.stdout, io)));
      setExitCode(exitCodeOf(diff));
    });

const WORSE = `
B is worse than A if a must newly fails, loses its waiver, or passed and is now inconclusive.
A must that fails in B and is not in A, e.g. because A has another plan, newly fails too.
Requirements that --only or --skip excluded are not compared.`;

const exitCodeOf = ({ worse }: ResultDiff): number => (worse ? EXIT.failed : EXIT.passed);

export function diffText(diff: ResultDiff, { paint, width }: Layout): string {
  const { sides, differing, notes, sections, counts, worse } = diff;
  const line = (text: string) => (text.length <= width ? text : `${text.slice(0, width - 1)}…`);
  const head = [
    paint('bold', 'From A to B'),
    ...Object.entries(sides).map(([side, text]) => line(`${side.toUpperCase()}  ${text}`)),
    ...notes.map((note) => paint('yellow', wrap(`note: ${note}`, width, '', '  '))),
    ...differing.flatMap(({ name, a, b }) => [line(`  ${name}: ${a}`), line(`  ${' '.repeat(name.length)}→ ${b}`)]),
  ];
  const verdict = worse
    ? paint('red', 'WORSE: B is worse than A.')
    : paint('green', 'NOT WORSE: B is not worse than A.');
  const blocks = [
    head.join('\n'),
    ...sections.map((section) => sectionText(section, { paint, width, verbose: true })),
    `${paint('bold', verdict)}\n${wrap(`${counts}   (exit code ${exitCodeOf(diff)})`, width, '')}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}
