import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { wrap } from '../../reporters/text/inert.ts';
import type { RequirementId } from '../../spec/requirements/index.ts';
import { FINDINGS, isFindingCode } from '../../text/findings/index.ts';
import { requirementsOf } from '../../text/findings/reported-by.ts';
import { isReasonCode, REASONS } from '../../text/reasons/index.ts';
import { widthFor } from '../console/console.ts';
import { explanation, judgedBy } from '../console/explanation.ts';
import { collectProblems } from '../console/problems.ts';
import { wireLines } from '../live/wire.ts';
import { addUnknownOptions } from '../options/options.ts';
import { matchingRequirements } from './list.ts';

/** `storecheck explain ID`: explains a requirement, with an example of a failing exchange, or a code of results.json. */
export function explainCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = new Command('explain');
  return command
    .argument('<id>', "requirement id, area or pattern ('storecheck list' prints all), or a code of results.json")
    .action(async (pattern: string) => {
      const problems = collectProblems();
      addUnknownOptions(command, problems);
      const width = widthFor(io.stdout.columns);
      const meaning = codeExplanation(pattern, width);
      const rows = meaning === undefined ? matchingRequirements(pattern, problems) : [];
      problems.check();
      if (meaning !== undefined) io.stdout.write(meaning);
      io.stdout.write(rows.map(({ id }) => explanation(id, width)).join('\n'));
      const [only, ...others] = rows;
      if (only !== undefined && others.length === 0) {
        const example = await failingExample(only.id, width, io);
        if (example !== '') io.stdout.write(`\n${example}`);
      }
      done(0);
    });
}

/** `storecheck explain CODE`: the sentences of a code with their places, and the requirements that report it. Undefined for other words. */
export function codeExplanation(code: string, width: number): string | undefined {
  const line = (text: string) => wrap(text, width, '  ', '    ');
  if (isReasonCode(code))
    return [code, line('a reason why a requirement has no verdict'), '', line(REASONS[code]), ''].join('\n');
  if (!isFindingCode(code)) return undefined;
  const { message, expected, actual, identity } = FINDINGS[code];
  const reporting = requirementsOf(code);
  return [
    code,
    line('a kind of violation'),
    '',
    line(message),
    line(`expected  ${expected}`),
    line(`actual    ${actual}`),
    '',
    ...(identity.length === 0 ? [] : [line(`a waiver accepts one combination of: ${identity.join(', ')}`)]),
    ...(reporting.length === 0 ? [] : [line(`reported for: ${reporting.join(', ')}`)]),
    '',
  ].join('\n');
}

/** A failing exchange of a reference server with a fault that violates the requirement. Empty if no fault shows it without k6. */
async function failingExample(id: RequirementId, width: number, io: Io): Promise<string> {
  const { faults, limitFaults } = await import('../../reference/index.ts');
  const known = [...faults, ...limitFaults].find(({ breaks }) => breaks.includes(id));
  if (known === undefined) return '';
  const head = wrap(`example: a server with the fault ${known.id} (${known.title})`, width, '  ', '    ');
  const [command] = judgedBy(id);
  if (command === 'limits') return `${head}\n    storecheck demo --fault ${known.id}\n`;
  const { runAgainst } = await import('../../run/self-test.ts');
  const { trace, verdicts } = await runAgainst([known], known.needs, io, new AbortController().signal, { only: [id] });
  const finding = verdicts.flatMap((row) => (row.id === id && row.verdict === 'fail' ? row.findings : []))[0];
  const seq = finding?.exchanges.at(-1);
  const exchange = trace.exchanges.find((one) => one.seq === seq);
  if (finding === undefined || exchange === undefined) return '';
  const lines = wireLines(exchange)
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`);
  const parts = [finding.message, `expected ${finding.expected}, actual ${finding.actual}`];
  return `${[head, ...lines, ...parts.map((part) => wrap(part, width, '    ', '      '))].join('\n')}\n`;
}
