import type { CapacityPlan } from '../../capacity/index.ts';
import type { End, Head, LoadEnd } from '../../exchange/index.ts';
import { type CapacityReader, capacityReader } from '../../judge/capacity/reader.ts';
import type { Problems } from '../console/problems.ts';
import type { JournalSource } from './journal-source.ts';

/** A run with its plan, and the journals of its instances. */
export interface CapacityRun {
  readonly head: Head;
  readonly plan: CapacityPlan;
  /** In the order of the instances. */
  readonly sources: readonly JournalSource[];
}

/** Checks that the journals belong to one run and have each instance once. Adds a problem for each that does not. */
export function readRun(sources: readonly JournalSource[], problems: Problems): CapacityRun | undefined {
  const ordered = [...sources].sort((a, b) => (a.instance ?? 0) - (b.instance ?? 0));
  const lowest = ordered.find((source) => source.plan !== undefined);
  const { head, plan } = lowest ?? {};
  if (head === undefined || plan === undefined)
    return problems.add(
      `${sources.map(({ file }) => file).join(', ')}: the projection is missing; add the run's folder (written by --distribute)`,
    );
  const { instances = 1 } = plan;
  const files = new Map<string, string>();
  for (const { file, run, instance, next } of sources) {
    if (run !== head.run) {
      problems.add(
        `${file} belongs to run ${run ?? '(it is empty)'}, but ${lowest?.file} belongs to ${head.run}: only instances with the same arguments can be merged`,
      );
      continue;
    }
    if (instance === undefined) continue;
    if (instance > instances) problems.add(`${file} is instance ${instance}, but the run has ${instances}`);
    const name = `${instance} ${next()?.config.step.first ?? 'none'}`;
    const other = files.get(name);
    if (other !== undefined) problems.add(`${file} and ${other} are both instance ${instance}: remove one`);
    files.set(name, file);
  }
  return { head, plan, sources: ordered };
}

/** Judges each step from all journals that contain it. */
export function readSteps({ head, plan, sources }: CapacityRun, fail: (problem: string) => never): CapacityReader {
  const reader = capacityReader();
  reader.see({ v: 1, kind: 'capacity', at: 0, plan });
  for (const { first, level } of plan.steps) {
    for (const source of sources) {
      const start = source.next();
      if (start?.config.step.first !== first) continue;
      if (start.config.run !== head.run) fail(`${source.file}: a step belongs to run ${start.config.run}`);
      source.readStep(reader.see);
      if (source.next()?.config.step.first === first)
        fail(
          `${source.file} contains the step of ${Math.round(level * 100)} % twice: write each journal to its own file`,
        );
    }
    reader.endStep();
  }
  return reader;
}

/** How the run ended: as its instances did, or null if one was cut off or is missing. */
export function endOf(sources: readonly JournalSource[]): { readonly end: End | null; readonly ends: LoadEnd[] } {
  const recorded = sources.filter(({ instance }) => instance !== undefined);
  const all = recorded.map((source) => source.end()).sort((a, b) => (a?.at ?? 0) - (b?.at ?? 0));
  const end = all.includes(null) ? null : (all.findLast((one) => one?.reason !== 'complete') ?? all.at(-1) ?? null);
  return { end, ends: sources.flatMap(({ loadEnds }) => loadEnds) };
}
