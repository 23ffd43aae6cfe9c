import { gateMessage, gateName } from '../../view/gate.ts';
import { Icon } from '../page/icon.tsx';
import type { Report } from '../report.ts';
import { brief } from '../text.ts';

const MOST = 60;

/** Waivers that must be fixed, and drift from pinned behaviour. */
export function Gate({ report: { summary } }: { readonly report: Report }) {
  const { gate } = summary;
  if (gate.length === 0) return null;
  return (
    <section id="gate" aria-labelledby="gate-title">
      <h2 id="gate-title">{`Waivers and drift (${gate.length})`}</h2>
      <p class="lead">Waivers that must be fixed or removed, and behaviour that differs from what was pinned.</p>
      <ul class="broken">
        {gate.slice(0, MOST).map((problem) => (
          <li key={gateName(problem)}>
            <Icon status={problem.fails ? 'failed' : 'warning'} />
            <div>
              <strong>{brief(gateName(problem))}</strong> {brief(gateMessage(problem))}
            </div>
          </li>
        ))}
        {gate.length > MOST && <li>{`and ${gate.length - MOST} more`}</li>}
      </ul>
    </section>
  );
}
