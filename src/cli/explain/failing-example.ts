import type { Io } from '../../io/io.ts';
import { wrap } from '../../reporters/text/inert.ts';
import type { RequirementId } from '../../spec/requirements/index.ts';
import { judgedBy } from '../console/judged-by.ts';
import { wireLines } from '../live/wire.ts';

/** A failing exchange of a reference server with a fault that violates the requirement. Empty if no fault shows it without k6. */
export async function failingExample(id: RequirementId, width: number, io: Io): Promise<string> {
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
