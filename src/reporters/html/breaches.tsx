import type { RequirementResult } from '../../result/result.ts';
import { Breach } from './breach.tsx';
import type { Report } from './report.ts';
import { type State, stateOf } from './words.ts';

interface Props {
  readonly report: Report;
  readonly state: Extract<State, 'fail' | 'warning'>;
  readonly id: string;
  readonly title: string;
  readonly lead: string;
}

/** Everything that failed at one level, a card for each requirement; the plans of a pushed limit share one. */
export function Breaches({ report, state, id, title, lead }: Props) {
  const rows = report.result.requirements.filter((row) => stateOf(row) === state);
  if (rows.length === 0) return null;
  const byId = new Map<string, RequirementResult[]>();
  for (const row of rows) byId.set(row.id, [...(byId.get(row.id) ?? []), row]);
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{`${title} (${byId.size})`}</h2>
      <p class="lead">{lead}</p>
      {[...byId].map(([key, group]) => (
        <Breach key={key} report={report} rows={group} state={state} />
      ))}
    </section>
  );
}
