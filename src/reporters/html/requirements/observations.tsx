import { nameOf } from '../../view/names.ts';
import { memberLabel, type Observed, observedWords } from '../../view/observed.ts';
import { anchorOf } from '../anchors.ts';
import { Prose } from '../page/elements.tsx';
import type { Report } from '../report.ts';
import { brief } from '../text.ts';

/** The observed behaviour of this service where the specification leaves it open. */
export function Observations({ report }: { readonly report: Report }) {
  const rows = report.summary.of('info');
  if (rows.length === 0) return null;
  return (
    <section id="observations" aria-labelledby="observations-title">
      <h2 id="observations-title">{`Info (${rows.length})`}</h2>
      <p class="lead">
        The specification leaves these open. They are recorded and compared between runs. A change fails a run only
        after <code>storecheck accept --observed</code>, with <code>--fail-on drift</code>.
      </p>
      <details class="more">
        <summary>Observed behaviours</summary>
        <dl class="observations">
          {rows.map((row) => (
            <div key={row.name}>
              <dt>
                <Prose text={row.title} />
                <a class="id" href={`#${anchorOf(row)}`}>
                  {nameOf(row)}
                </a>
              </dt>
              <dd>
                <Value value={row.value ?? null} />
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

const MEMBERS = 40;

function Value({ value }: { readonly value: Observed }) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return <>{words(value)}</>;
  const members = Object.entries(value);
  return (
    <ul class="members">
      {members.slice(0, MEMBERS).map(([key, one]) => (
        <li key={key}>
          <span>{brief(`${memberLabel(key)}:`, 120)}</span> {words(one)}
        </li>
      ))}
      {members.length > MEMBERS && <li>{`and ${members.length - MEMBERS} more`}</li>}
    </ul>
  );
}

const words = (value: Observed): string => brief(observedWords(value), 600);
