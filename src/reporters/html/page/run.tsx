import { Waits } from '../exchanges/waits.tsx';
import type { Report } from '../report.ts';
import { brief } from '../text.ts';
import { Residue } from './residue.tsx';
import { runFacts } from './run-facts.ts';

/** The section about the run. */
export function Run({ report }: { readonly report: Report }) {
  return (
    <section id="run" aria-labelledby="run-title">
      <h2 id="run-title">The run</h2>
      <dl class="facts">
        {runFacts(report.result).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{brief(value, 600)}</dd>
          </div>
        ))}
      </dl>
      <Waits report={report} />
      <Residue residue={report.result.residue} />
    </section>
  );
}
