import { type JudgedStep, percent } from '../../capacity/index.ts';
import { wrap } from '../../reporters/inert.ts';
import type { Paint } from '../../reporters/paint.ts';
import type { CapacityNumbers } from '../../result/result.ts';
import { rate } from './bill.ts';

const HEAD = ['load', 'offered', 'answered', 'p50', 'p95', 'p99', 'errors', ''];

/** The steps as a table; each latency with its 95 % interval. */
export function capacityTable({ steps, projection }: Pick<CapacityNumbers, 'steps' | 'projection'>): string {
  const now = projection.after.rps > 0 ? projection.before.rps / projection.after.rps : 1;
  const rows = steps.map((step) => [
    `${Math.round(step.level * 100)} %`,
    rate(step.rps * Math.min(1, step.sent / Math.max(1, step.planned))),
    rate(step.completedRps),
    ...(['p50', 'p95', 'p99'] as const).map((name) => interval(step, name)),
    percent(step.errors.value),
    `${step.verdict}${step.swamped ? ' (could not take more)' : ''}`,
  ]);
  const widths = HEAD.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd();
  return `${[line(HEAD), ...rows.map(line)].join('\n')}\n  100 % is the projected peak; today's is ${percent(now)} of it. In brackets: 95 % intervals, ms.\n`;
}

function interval({ latency }: JudgedStep, name: 'p50' | 'p95' | 'p99'): string {
  const { value, from, to } = latency[name];
  const round = (ms: number) => (ms < 100 ? ms.toFixed(1) : String(Math.round(ms)));
  return `${round(value)} [${round(from)}, ${to === null ? '?' : round(to)}]`;
}

const ANSWERS = { fits: 'FITS', 'does-not-fit': 'DOES NOT FIT', 'not-proven': 'NOT PROVEN' } as const;

/** The one answer, with the step that shows it. */
export function capacityAnswer(
  { verdict, shownBy, because, headroom, knee }: CapacityNumbers,
  paint: Paint,
  width: number,
): string {
  const colour = { fits: paint.green, 'does-not-fit': paint.red, 'not-proven': paint.yellow }[verdict];
  const shown = shownBy === null ? '' : `: shown by the step at ${Math.round(shownBy * 100)} %`;
  const facts = [
    headroom === null
      ? 'No step was within all objectives.'
      : `Headroom: objectives were held up to ${headroom} × the projected peak.`,
    knee === null ? 'The service kept up with every step.' : `Knee: beyond ${rate(knee)} answers fall behind.`,
  ];
  return `${[colour(`${ANSWERS[verdict]}${shown}`), ...because.map((reason) => wrap(reason, width, '  ', '    ')), ...facts].join('\n')}\n`;
}
