import type { Report } from '../report.ts';
import { brief } from '../text.ts';
import { duration } from '../time.ts';

/** Maximum listed waits. */
const MOST = 40;

/** The list of waits. */
export function Waits({ report: { waits, result } }: { readonly report: Report }) {
  if (waits.length === 0) return null;
  const start = Date.parse(result.run.startedAt);
  return (
    <details class="fold">
      <summary>{`Waited (${waits.length})`}</summary>
      <ul class="waits">
        {waits.slice(0, MOST).map(({ at, until, reason }, index) => (
          <li key={index}>
            <span class="number">{`at ${((at - start) / 1000).toFixed(1)} s`}</span>
            {` ${duration(Math.max(0, until - at))}: ${brief(reason, 300)}`}
          </li>
        ))}
        {waits.length > MOST && <li>{`and ${waits.length - MOST} more`}</li>}
      </ul>
    </details>
  );
}
