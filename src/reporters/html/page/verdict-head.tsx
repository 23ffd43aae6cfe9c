import type { Outcome } from '../../../result/result.ts';
import type { Status } from '../../../result/summary/status.ts';
import type { Summary } from '../../../result/summary/summary.ts';
import { count } from '../../../text/count.ts';
import { cut } from '../../../text/inert.ts';
import { headlineOf, targetName } from '../../view/names.ts';
import { skippedWords } from '../../view/not-judged.ts';
import { counted, PER_PLAN } from '../../view/totals.ts';
import { verdictOf } from '../../view/verdict.ts';
import { failureAnchor } from '../anchors.ts';
import type { Report } from '../report.ts';
import { GapList } from '../requirements/gap-list.tsx';
import { brief, capital, moment } from '../text.ts';
import { Prose } from './elements.tsx';
import { Icon } from './icon.tsx';

const MOST = 6;

const OUTCOME_STATUS = {
  passed: 'passed',
  failed: 'failed',
  incomplete: 'inconclusive',
  error: 'failed',
} as const satisfies Record<Outcome, Status>;

export const verdictWord = (summary: Summary): string => capital(verdictOf(summary).word.toLowerCase());

/** The verdict, what it does not cover, and the counts. */
export function VerdictHead({ report }: { readonly report: Report }) {
  const { result, failed } = report.summary;
  const { target, run } = result;
  const status = OUTCOME_STATUS[result.outcome];
  const isNamedLikeHost = target.baseUrl.includes(`//${target.name}/`);
  return (
    <section class={`verdict ${status}`} id="verdict" aria-labelledby="verdict-word">
      <div class="summary">
        <span class="seal">
          <Icon status={status} size={36} />
        </span>
        <div>
          <h1 id="verdict-word">{verdictWord(report.summary)}</h1>
          <p class="sentence">{capital(verdictOf(report.summary).sentence)}</p>
          {result.capacity !== undefined && report.advice !== undefined && (
            <p>
              <Prose text={`Next: ${report.advice}`} length={2_000} />
            </p>
          )}
          {failed.length > 0 && (
            <ul class="broken">
              {failed.slice(0, MOST).map(({ rows, alike, consequences }) => {
                const [row] = rows;
                if (row === undefined) return null;
                const more = [
                  ...(alike.length > 0 ? [`and ${alike.length} more of the same kind`] : []),
                  ...(consequences.length > 0 ? [`${consequences.length} inconclusive because of it`] : []),
                ];
                return (
                  <li key={row.name}>
                    <Icon status="failed" />
                    <div>
                      <a href={`#${failureAnchor(row.id)}`}>
                        <Prose text={headlineOf(rows)} />
                      </a>
                      {more.length > 0 && ` (${more.join('; ')})`}
                    </div>
                  </li>
                );
              })}
              {failed.length > MOST && <li>{`and ${failed.length - MOST} more`}</li>}
            </ul>
          )}
          <p class="target">
            <code>{brief(target.baseUrl, 300)}</code>
            <span>{brief(isNamedLikeHost ? target.class : `${cut(targetName(result), 100)}, ${target.class}`)}</span>
            <span>{brief(moment(run.startedAt), 100)}</span>
          </p>
        </div>
      </div>
      <GapList report={report} />
      <Tally report={report} />
    </section>
  );
}

/** The counts, each with a link to its rows, which the page's script filters. */
function Tally({ report }: { readonly report: Report }) {
  const { counts, plans } = report.summary;
  const notes = [
    ...(counts.skipped > 0 ? [`skipped: ${skippedWords(report.summary)}`] : []),
    ...(plans.length > 1 ? [PER_PLAN] : []),
  ];
  return (
    <ul class="tally">
      {counted(counts).map(({ status, number, word }) => (
        <li key={status} class={number === 0 ? 'none' : status}>
          <a href={`?q=${encodeURIComponent(`s:${status}`)}#requirements`}>
            <Icon status={status} />
            <b>{count(number)}</b> <span>{word}</span>
          </a>
        </li>
      ))}
      {notes.length > 0 && (
        <li class="note">
          <Prose text={notes.join('; ')} />
        </li>
      )}
    </ul>
  );
}
