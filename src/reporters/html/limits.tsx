import { PlanLimits } from './plan-limits.tsx';
import type { Report } from './report.ts';

export function Limits({ report }: { readonly report: Report }) {
  if (report.figures.length === 0) return null;
  return (
    <section id="limits" aria-labelledby="limits-title">
      <h2 id="limits-title">Limits</h2>
      <p class="lead">
        Each plan's key was pushed to its limit: all of its quota at once, a look half a window later, and one when each
        promise was due.
      </p>
      {report.figures.map((figure) => (
        <PlanLimits key={figure.plan} report={report} figure={figure} />
      ))}
    </section>
  );
}
