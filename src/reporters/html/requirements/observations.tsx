import { planOfLimit } from '../../../result/row-name.ts';
import { Prose } from '../page/prose.tsx';
import { Value } from '../page/value.tsx';
import type { Report } from '../report.ts';
import { anchorOf } from '../words.ts';

/** What the document leaves open, as this service does it. */
export function Observations({ report }: { readonly report: Report }) {
  const rows = report.result.requirements.filter(({ verdict }) => verdict === 'observed');
  if (rows.length === 0) return null;
  return (
    <section id="observations" aria-labelledby="observations-title">
      <h2 id="observations-title">{`Observed (${rows.length})`}</h2>
      <p class="lead">The document leaves these open. They are recorded and compared between runs, never judged.</p>
      <dl class="observations">
        {rows.map((row) => (
          <div key={anchorOf(row)}>
            <dt>
              <Prose text={row.title} />
              <a class="id" href={`#${anchorOf(row)}`}>
                {planOfLimit(row) === undefined ? row.id : `${row.id}, ${row.plan}`}
              </a>
            </dt>
            <dd>
              <Value value={row.value ?? null} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
