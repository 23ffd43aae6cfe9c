import type { ComponentChildren } from 'preact';
import { groupBy } from '../../exchange/group.ts';
import type { ResultFinding } from '../../result/result.ts';
import type { Table } from '../../result/view/capacity-blocks.ts';
import { statusWord } from '../../result/view/facts.ts';
import { phasesTable } from '../../result/view/limit-points.ts';
import type { PlanSummary } from '../../result/view/plan-items.ts';
import { headlineOf, type Row, type RowGroup, type Status, waivedBy } from '../../result/view/rows.ts';
import { citedIn, MAX_LINKS, MAX_SHOWN_FINDINGS } from '../../result/view/shown-exchanges.ts';
import type { Block } from '../../result/view/view.ts';
import { count, plural } from '../../text/number-text.ts';
import { CREATES, quoted } from '../lines.ts';
import { Icon } from './chart.tsx';
import type { Page } from './exchanges.tsx';
import { LatencyFigure } from './latency-figure.tsx';
import { LimitFigure } from './limit-figure.tsx';
import { anchorOf, capital, failureAnchor, prose, slug } from './prose.tsx';

export function blockOf(block: Block, status: Status, page: Page) {
  switch (block.kind) {
    case 'failure':
      return failure(block, status, page);
    case 'item': {
      const { name, title, text, values = [], failsRun, rows, consequences, plan } = block;
      if (status === 'waived') return failure(block, status, page);
      if (plan !== undefined) return planLimits(plan, text, page);
      const label = title ?? (name === undefined ? '' : `${name}:`);
      return (
        <div class="line">
          {failsRun !== undefined && <Icon status={failsRun ? 'failed' : 'warning'} />}
          {label !== '' && <strong>{prose(label)}</strong>} <RequirementLinks rows={[...rows, ...consequences]} />
          {values.length > 1 ? <Pairs pairs={values} /> : <p>{prose(label === '' ? capital(text) : text)}</p>}
        </div>
      );
    }
    case 'figure':
      return <LatencyFigure {...block} />;
    case 'table':
      return textTable(block.title, block.table);
  }
}

/** The card of a cause. The plans of a limit share one card. */
function failure({ rows, alike, consequences }: RowGroup, status: Status, page: Page) {
  return (
    <article class={`failure ${status}`} aria-labelledby={failureAnchor(rows)}>
      {violation(rows, status, page)}
      {alike.length > 0 && (
        <Folded words={`${alike.length} more of the same kind`}>
          {alike.map((row) => violation([row], status, page))}
        </Folded>
      )}
      {consequences.length > 0 && (
        <Folded words={`and ${consequences.length} more inconclusive because of it`}>
          <RequirementLinks rows={consequences} most={consequences.length} />
        </Folded>
      )}
    </article>
  );
}

export function Folded({ words, children }: { readonly words: string; readonly children: ComponentChildren }) {
  return (
    <details class="more">
      <summary>{words}</summary>
      {children}
    </details>
  );
}

/** A violated requirement: the defect, the sentence of the specification, and for each plan expected and actual. */
function violation(rows: readonly Row[], status: Status, page: Page) {
  const [row] = rows;
  if (row === undefined) return null;
  const headline = headlineOf(rows);
  return (
    <>
      <h3 id={failureAnchor(rows)}>
        <Icon status={status} size={20} /> {prose(headline)}
      </h3>
      <p class="quiet">
        <a href={`#${anchorOf(row)}`}>
          <code>{row.id}</code>
        </a>{' '}
        {!headline.includes(row.title) && prose(row.title)}
      </p>
      <blockquote>{prose(quoted(row))}</blockquote>
      {rows.map((ofPlan, index) => (
        <div key={ofPlan.name} id={index === 0 ? undefined : failureAnchor([ofPlan])}>
          {(rows.length > 1 || ofPlan.name !== ofPlan.id) && (
            <h4>
              {ofPlan.name}{' '}
              {(ofPlan.plan ?? '') in page.view.result.limits && <a href={`#${planAnchor(ofPlan.plan)}`}>figure</a>}
            </h4>
          )}
          {ofPlan.quote !== row.quote && <blockquote>{prose(quoted(ofPlan))}</blockquote>}
          {ofPlan.waiver !== undefined && <p class="label">{waivedBy(ofPlan)}</p>}
          {findingsOf(ofPlan, headline, page)}
        </div>
      ))}
    </>
  );
}

const MAX_UNFOLDED = 2;

/** The findings of a row. @param headline the title of the card, which is not repeated */
function findingsOf(row: Row, headline: string, page: Page) {
  const shown = row.findings.slice(0, MAX_SHOWN_FINDINGS);
  const more = row.findings.length > MAX_SHOWN_FINDINGS ? ` (results.json has those after ${MAX_SHOWN_FINDINGS})` : '';
  const findingBlock = (finding: ResultFinding, index: number) => {
    const { message, expected, actual, curl, creates, exchanges } = finding;
    return (
      <div key={index} class="finding">
        <p>
          {!headline.startsWith(message) && prose(message)} {exchanges.length > 0 && exchangeLinks(finding, page)}
        </p>
        <Pairs pairs={Object.entries({ Expected: expected, Actual: actual })} />
        {curl !== undefined && command(`Repeat the request${creates === true ? ` (${CREATES})` : ''}`, curl)}
      </div>
    );
  };
  return (
    <>
      {shown.slice(0, MAX_UNFOLDED).map(findingBlock)}
      {shown.length > MAX_UNFOLDED && (
        <Folded words={`${plural(row.findings.length - MAX_UNFOLDED, 'more violation')}${more}`}>
          {shown.slice(MAX_UNFOLDED).map(findingBlock)}
        </Folded>
      )}
      {row.again !== undefined && command('Test this requirement again', row.again)}
    </>
  );
}

const command = (label: string, text: string) => (
  <>
    <p class="label">{label}</p>
    <pre class="curl">
      <code>{text}</code>
    </pre>
  </>
);

/** Each text under its label, side by side if there is room. */
export function Pairs({ pairs }: { readonly pairs: readonly (readonly [label: string, text: string])[] }) {
  return (
    <dl class="pairs">
      {pairs.map(([label, text]) => (
        <div key={label}>
          <dt class="label">{label}</dt>
          <dd>{prose(text)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Links to exchanges of a finding. An exchange that the page does not show has only its number. */
function exchangeLinks(finding: ResultFinding, page: Page) {
  const { noun, seqs, rest } = citedIn(finding, MAX_LINKS);
  const link = (seq: number) => (page.seqs.has(seq) ? <a href={`#exchange-${seq}`}>{seq}</a> : String(seq));
  return (
    <span class="quiet">
      {noun} {listed(seqs.map(link), rest)}
    </span>
  );
}

/** Writes a list such as `1, 2 and 3 more`. */
const listed = (items: readonly ComponentChildren[], rest: number) => [
  ...items.flatMap((entry, index) => (index === 0 ? [entry] : [', ', entry])),
  ...(rest > 0 ? [` and ${count(rest)} more`] : []),
];

/** Links to rows. Rows of the same requirement are one entry: its name, followed by the plans. */
export function RequirementLinks({ rows, most = 6 }: { readonly rows: readonly Row[]; readonly most?: number }) {
  const byRequirement = [...groupBy(rows, ({ id }) => id).values()];
  const link = (row: Row, index: number) => (
    <a href={`#${anchorOf(row)}`}>{index === 0 ? row.name : `(${row.plan})`}</a>
  );
  const links = byRequirement.slice(0, most).flatMap((plans) => plans.map(link));
  return <code>{listed(links, byRequirement.length - most)}</code>;
}

const planAnchor = (plan = ''): string => `limit-${slug(plan)}`;

function planLimits(summary: PlanSummary, text: string, page: Page) {
  const { plan, status, failed, numbers } = summary;
  const points = page.points(numbers);
  return (
    <article class="plan" id={planAnchor(plan)}>
      <h3>
        {capital(plan)} <StatusBadge status={status} />
      </h3>
      <p>{`${capital(text)}.${numbers.firstLook === undefined ? '' : ' The figure shows the second attempt.'}`}</p>
      {failed.map((row) => (
        <p key={row.id}>
          <Icon status={row.status} /> <RequirementLinks rows={[row]} />: {prose(headlineOf([row]))}
        </p>
      ))}
      {points.length > 0 && (
        <>
          <LimitFigure plan={summary} points={points} />
          <Folded words="The steps in numbers">
            {textTable(`${plan}, step by step; seconds since the first request that counts`, phasesTable(points))}
          </Folded>
        </>
      )}
    </article>
  );
}

export function StatusBadge({ status }: { readonly status: Status }) {
  return (
    <span class={`badge label tinted ${status}`}>
      <Icon status={status} /> {capital(statusWord(status))}
    </span>
  );
}

interface TableProps {
  readonly caption?: string;
  readonly head: readonly string[];
  readonly rows: readonly { readonly id?: string; readonly cells: readonly ComponentChildren[] }[];
}

/** A table. On a narrow screen, each row becomes a list of its cells with the titles of their columns. */
export function DataTable({ caption, head, rows }: TableProps) {
  return (
    <table>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {head.map((text) => (
            <th key={text} scope="col">
              {capital(text)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells: [name, ...cells] }, index) => (
          <tr key={index} id={id}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              <td key={column} data-head={capital(head[column + 1] ?? '')}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const textTable = (caption: string, [head = [], ...body]: Table) => {
  const rows = body.map(([name = '', ...cells]) => ({ cells: [capital(name), ...cells] }));
  return <DataTable caption={caption} head={head} rows={rows} />;
};
