import type { Io } from '../../io/io.ts';
import type { Result } from '../../result/result.ts';
import { EXIT } from '../../text/exit-codes.ts';
import { inert } from '../../text/inert.ts';
import { type Reported, reports } from '../files/report.ts';
import type { Reporting } from '../options/settings.ts';

/** Writes and prints every output of a run. Returns the failed writes, `cutBy` first: the one that cut off the journal. */
export function writeOutputs(run: Reported, cutBy: string | undefined, reporting: Reporting, io: Io) {
  const outputsOf = (result: Result) => {
    io.run.outcome = result.outcome;
    return { result, ...reports({ ...run, result }, reporting, true, io) };
  };
  let outputs = outputsOf(cutBy === undefined ? run.result : incomplete(run.result, cutBy, 'cut-off'));
  const unwritten = outputs.write();
  /** Other files that are written already must not say that the run passed. */
  const writeAgain = (problem: string) => {
    outputs = outputsOf(incomplete(outputs.result, problem));
    outputs.write();
  };
  const problems = [...(cutBy === undefined ? [] : [cutBy]), ...unwritten];
  const [first] = problems;
  if (first === undefined) io.run.setPrintError = writeAgain;
  else if (cutBy === undefined) writeAgain(first);
  problems.push(...outputs.print());
  return { exitCode: outputs.result.exitCode, problems: [...new Set(problems)] };
}

/** The result of a run of which a write failed: it does not pass. A violation remains one. */
function incomplete(result: Result, writeError: string, end = result.run.end): Result {
  const outcome = result.outcome === 'passed' ? 'incomplete' : result.outcome;
  return { ...result, outcome, exitCode: EXIT.incomplete, run: { ...result.run, end, writeError: inert(writeError) } };
}
