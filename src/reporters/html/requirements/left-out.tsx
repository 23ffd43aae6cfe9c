import { count } from '../../text/count.ts';
import { PHASE_WORDS } from '../figure/phases.ts';
import type { Report } from '../report.ts';
import { brief, plural } from '../text.ts';

/** Exchanges that are counted instead of shown. */
export function LeftOut({ report }: { readonly report: Report }) {
  const parts = report.parts.filter(({ sent, shown }) => sent > shown);
  if (parts.length === 0 && report.ownLeftOut === 0) return null;
  return (
    <ul class="left-out">
      {report.ownLeftOut > 0 && <li>{`${plural(report.ownLeftOut, 'exchange')} of the check not shown`}</li>}
      {parts.map(({ key, phase, sent, shown }) => (
        <li key={`${key} ${phase}`}>
          <code>{brief(key, 40)}</code>
          {` ${PHASE_WORDS[phase]?.toLowerCase() ?? brief(phase, 40)}: ${plural(sent, 'request')}, ${shown === 0 ? 'none' : count(shown)} shown`}
        </li>
      ))}
    </ul>
  );
}
