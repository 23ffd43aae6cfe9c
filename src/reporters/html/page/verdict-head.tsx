import { rowsOf } from '../../view/rows.ts';
import type { Report } from '../report.ts';
import { GapList } from '../requirements/gap-list.tsx';
import { brief } from '../text.ts';
import { moment } from '../time.ts';
import { verdictOf } from '../verdict.ts';
import { breachAnchor } from '../words.ts';
import { Icon } from './icon.tsx';
import { Prose } from './prose.tsx';
import { Tally } from './tally.tsx';

/** Broken requirements that stand beside the verdict. */
const MOST = 6;

/** What a reader came for: the verdict, what it does not cover, and the numbers. */
export function VerdictHead({ report }: { readonly report: Report }) {
  const { target, run } = report.result;
  const { word, sentence, status } = verdictOf(report.result);
  const broken = new Map(rowsOf(report.result, 'failed').map(({ id, title }) => [id, title]));
  return (
    <section class={`verdict ${status}`} id="verdict" aria-labelledby="verdict-word">
      <div class="said">
        <span class="seal">
          <Icon status={status} size={36} />
        </span>
        <div>
          <h1 id="verdict-word">{word}</h1>
          <p class="sentence">{sentence}</p>
          {broken.size > 0 && (
            <ul class="broken">
              {[...broken].slice(0, MOST).map(([id, title]) => (
                <li key={id}>
                  <Icon status="failed" />
                  <a href={`#${breachAnchor(id)}`}>
                    <Prose text={title} />
                  </a>
                </li>
              ))}
              {broken.size > MOST && <li>{`and ${broken.size - MOST} more`}</li>}
            </ul>
          )}
          <p class="target">
            <code>{brief(target.baseUrl, 300)}</code>
            <span>{moment(run.startedAt)}</span>
          </p>
        </div>
      </div>
      <GapList report={report} />
      <Tally report={report} />
    </section>
  );
}
