import type { Report } from './report.ts';
import { PHASE_WORDS } from './figure/phases.ts';
import { count, plural } from './text.ts';

/** What was summed up instead of shown. */
export function LeftOut({ report }: { readonly report: Report }) {
  const parts = report.parts.filter(({ sent, shown }) => sent > shown);
  if (parts.length === 0 && report.ownLeftOut === 0) return null;
  return (
    <ul class="left-out">
      {report.ownLeftOut > 0 && <li>{`${plural(report.ownLeftOut, 'exchange')} of the check not shown`}</li>}
      {parts.map(({ key, phase, sent, shown }) => (
        <li key={`${key} ${phase}`}>
          <code>{key}</code>
          {` ${PHASE_WORDS[phase]?.toLowerCase() ?? phase}: ${plural(sent, 'request')}, ${shown === 0 ? 'none' : count(shown)} shown`}
        </li>
      ))}
    </ul>
  );
}
