import { remarks } from '../../view/limits.ts';
import type { Report } from '../report.ts';
import { capital } from '../text.ts';
import { PlanLimits } from './plan-limits.tsx';

export function Limits({ report }: { readonly report: Report }) {
  if (report.figures.length === 0) return null;
  const notes = remarks(report.summary);
  return (
    <section id="limits" aria-labelledby="limits-title">
      <h2 id="limits-title">Limits</h2>
      <p class="lead">
        Each plan's quota was exhausted: all of it at once, one request half a window later, one just before Reset, and
        one at each promised moment.
      </p>
      {notes.length > 0 && (
        <ul class="remarks">
          {notes.map((words) => (
            <li key={words}>{capital(words)}.</li>
          ))}
        </ul>
      )}
      {report.figures.map(({ plan, figure }, index) => (
        <PlanLimits key={plan.plan} report={report} plan={plan} figure={figure} isFirst={index === 0} />
      ))}
    </section>
  );
}
