import { compareRuns, incomparable, type JudgedStep } from '../../capacity/index.ts';
import type { Result } from '../../result/result.ts';
import type { Problems } from '../problems.ts';
import { readResult } from '../read-result.ts';
import { rate } from './bill.ts';
import type { CapacityCall } from './read-capacity.ts';

/** The steps of the run that this one is to be compared with; whatever stands against it is a problem. */
export function readEarlier(
  path: string | undefined,
  call: CapacityCall,
  problems: Problems,
): readonly JudgedStep[] | undefined {
  if (path === undefined) return undefined;
  const { capacity, target } = readResult(path);
  if (capacity === undefined || !Array.isArray(capacity.steps) || capacity.mix === undefined)
    return problems.add(`--compare: ${path} is not the result of a capacity run`);
  const { mix, steps } = call.plan;
  for (const reason of incomparable({ ...capacity, baseUrl: target.baseUrl }, { baseUrl: call.baseUrl, mix, steps }))
    problems.add(`--compare: ${path} cannot be compared with this run: ${reason}`);
  return capacity.steps;
}

/** What changed since the earlier run; `~` where it may be chance. */
export function comparison(earlier: readonly JudgedStep[], { capacity }: Result): string {
  const rows = compareRuns(earlier, capacity?.steps ?? []);
  if (rows.length === 0) return 'Compared: no step of both runs is valid.\n';
  const lines = rows.map(({ rps, name, before, after, change }) => {
    const show = (value: number) => (name === 'errors' ? `${(value * 100).toFixed(2)} %` : `${value.toFixed(1)} ms`);
    return `  ${rate(rps).padEnd(8)}${name.padEnd(8)}${show(before).padStart(11)} → ${show(after).padStart(11)}  ${change}`;
  });
  return `Compared with the earlier run (~: may be chance)\n${lines.join('\n')}\n`;
}
