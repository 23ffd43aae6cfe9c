import { remarks } from '../../view/remarks.ts';
import type { Report } from '../report.ts';
import { capital } from '../text.ts';
import { PlanLimits } from './plan-limits.tsx';

export function Limits({ report }: { readonly report: Report }) {
  if (report.figures.length === 0) return null;
  const said = remarks(report.result);
  return (
    <section id="limits" aria-labelledby="limits-title">
      <h2 id="limits-title">Limits</h2>
      <p class="lead">
        Each plan's key was pushed to its limit: all of its quota at once, a look half a window later, one just before
        Reset, and one when each promise was due.
      </p>
      {said.length > 0 && (
        <ul class="remarks">
          {said.map((words) => (
            <li key={words}>{capital(words)}.</li>
          ))}
        </ul>
      )}
      {report.figures.map((figure) => (
        <PlanLimits key={figure.plan} report={report} figure={figure} />
      ))}
    </section>
  );
}
