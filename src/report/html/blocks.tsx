import { groupBy } from '../../exchange/journal/group.ts';
import { takesKey } from '../../result/curl.ts';
import type { ResultFinding } from '../../result/result.ts';
import type { Status } from '../../result/status.ts';
import type { Table } from '../../result/view/capacity.ts';
import { statusWord } from '../../result/view/facts.ts';
import { anchorOf, headlineOf, waivedBy } from '../../result/view/names.ts';
import type { Cause, Row } from '../../result/view/rows.ts';
import type { Block, Section } from '../../result/view/view.ts';
import { count, plural } from '../../text/count.ts';
import { PHASES } from '../../text/phases.ts';
import { CREATES, keyLine, optionsAgain, quoted } from '../lines.ts';
import { Icon } from './chart.tsx';
import { FINDINGS, linked, type Page } from './exchanges.tsx';
import { phasesOf } from './experiment.ts';
import { LimitFigure, LimitLegend } from './limit-figure.tsx';
import { capital, Prose, slug } from './prose.tsx';

interface BlockProps {
  readonly page: Page;
  readonly section: Section;
  readonly block: Block;
  readonly isFirst: boolean;
}

export function BlockView({ page, section: { status }, block, isFirst }: BlockProps) {
  switch (block.kind) {
    case 'failure':
      return <Failure page={page} cause={block} status={status} />;
    case 'item': {
      const { name, text, fails, rows, consequences } = block;
      return (
        <p class="line">
          {fails !== undefined && <Icon status={fails ? 'failed' : 'warning'} />}
          {name !== undefined && <strong>{` ${name} `}</strong>}
          <Prose text={capital(text)} /> <RequirementLinks rows={[...rows, ...consequences]} />
        </p>
      );
    }
    case 'plan':
      return <PlanLimits page={page} block={block} isFirst={isFirst} />;
    case 'table':
      return <TextTable caption={block.title} table={block.wide ?? block.table} />;
  }
}

interface FailureProps {
  readonly page: Page;
  readonly cause: Cause;
  readonly status: Status;
}

/** A card for each cause; the plans of a limit share one. */
function Failure({ page, cause: { rows, alike, consequences }, status }: FailureProps) {
  return (
    <article class={`failure ${status}`} aria-labelledby={failureAnchor(rows[0]?.id ?? '')}>
      <Violation page={page} rows={rows} status={status} />
      {alike.length > 0 && (
        <details class="more">
          <summary>{`${alike.length} more of the same kind`}</summary>
          {alike.map((row) => (
            <Violation key={row.name} page={page} rows={[row]} status={status} />
          ))}
        </details>
      )}
      {consequences.length > 0 && (
        <details class="more">
          <summary>{`and ${consequences.length} more inconclusive because of it`}</summary>
          <RequirementLinks rows={consequences} most={consequences.length} />
        </details>
      )}
    </article>
  );
}

export const failureAnchor = (id: string): string => `failure-${slug(id)}`;

/** One requirement: the defect, the sentence of the specification, and for each plan expected and actual. */
function Violation({ page, rows, status }: Omit<FailureProps, 'cause'> & { readonly rows: readonly Row[] }) {
  const [row] = rows;
  if (row === undefined) return null;
  const headline = headlineOf(rows);
  return (
    <>
      <header>
        <Icon status={status} size={20} />
        <div>
          <h3 id={failureAnchor(row.id)}>
            <Prose text={headline} />
          </h3>
          <p class="violated">
            <a class="id" href={`#${anchorOf(row)}`}>
              {row.id}
            </a>{' '}
            {!headline.includes(row.title) && <Prose text={row.title} />}
          </p>
        </div>
      </header>
      <blockquote>
        <Prose text={quoted(row)} />
      </blockquote>
      {rows.map((one) => (
        <div key={one.name} class="of-plan">
          {(rows.length > 1 || one.name !== one.id) && <h4>{one.name}</h4>}
          {one.waiver !== undefined && <p class="waiver">{waivedBy(one)}</p>}
          <Findings page={page} row={one} isLed={rows.length === 1} />
        </div>
      ))}
    </>
  );
}

/** Findings that are not folded. */
const OPEN = 2;

interface FindingsProps {
  readonly page: Page;
  readonly row: Row;
  /** Whether the heading already says what the first finding says. */
  readonly isLed: boolean;
}

function Findings({ page, row, isLed }: FindingsProps) {
  const shown = row.findings.slice(0, FINDINGS);
  const rest = row.findings.length - FINDINGS;
  const again = optionsAgain(row, shown);
  const first = shown.find(({ curl }) => takesKey(curl));
  const one = (finding: ResultFinding, index: number) => (
    <Finding
      key={index}
      page={page}
      finding={finding}
      isLed={isLed && finding === shown[0]}
      keyText={finding === first ? keyLine(row) : undefined}
    />
  );
  return (
    <>
      {shown.slice(0, OPEN).map(one)}
      {shown.length > OPEN && (
        <details class="more">
          <summary>{plural(row.findings.length - OPEN, 'more violation')}</summary>
          {shown.slice(OPEN).map(one)}
          {rest > 0 && <p class="quiet">{`${plural(rest, 'more violation')}: see results.json.`}</p>}
        </details>
      )}
      {again !== undefined && (
        <p>
          Test this requirement again: the same command with <code>{again}</code>
        </p>
      )}
    </>
  );
}

interface FindingProps extends Pick<FindingsProps, 'page' | 'isLed'> {
  readonly finding: ResultFinding;
  /** How to set the key, at the first command that takes it. */
  readonly keyText: string | undefined;
}

/** One finding: expected next to actual. */
function Finding({ page, finding, isLed, keyText }: FindingProps) {
  const { message, expected, actual, curl, creates } = finding;
  return (
    <div class="finding">
      <p class="message">
        {!isLed && <Prose text={message} />} <Requests page={page} seqs={linked(finding)} finding={finding} />
      </p>
      <dl class="compare">
        <div>
          <dt>Expected</dt>
          <dd>
            <Prose text={expected} />
          </dd>
        </div>
        <div class="actual">
          <dt>Actual</dt>
          <dd>
            <Prose text={actual} />
          </dd>
        </div>
      </dl>
      {curl !== undefined && (
        <>
          <p class="label">{`Repeat the request${creates === true ? ` (${CREATES})` : ''}`}</p>
          {keyText !== undefined && <p class="label">{keyText}</p>}
          <pre class="curl">
            <code>{curl}</code>
          </pre>
        </>
      )}
    </div>
  );
}

interface RequestsProps {
  readonly page: Page;
  readonly seqs: readonly number[];
  readonly finding: ResultFinding;
}

/** Links to the exchanges of a finding; one that is not shown has only its number in the journal. */
function Requests({ page, seqs, finding: { exchanges, attempt } }: RequestsProps) {
  if (seqs.length === 0) return null;
  return (
    <span class="evidence">
      {`${attempt === undefined ? '' : 'first attempt, '}${exchanges.length === 1 ? 'request' : 'requests'} `}
      <ExchangeLinks page={page} seqs={seqs} of={exchanges.length} />
    </span>
  );
}

export function ExchangeLinks({ page, seqs, of }: Pick<RequestsProps, 'page' | 'seqs'> & { readonly of: number }) {
  return (
    <>
      {seqs.map((seq, index) => (
        <span key={seq}>
          {index > 0 && ', '}
          {page.selection.seqs.has(seq) ? <a href={`#exchange-${seq}`}>{seq}</a> : seq}
        </span>
      ))}
      {of > seqs.length && ` and ${of - seqs.length} more`}
    </>
  );
}

/** Links to rows; plans follow the name of a requirement of limits. */
export function RequirementLinks({ rows, most = 6 }: { readonly rows: readonly Row[]; readonly most?: number }) {
  const all = [...groupBy(rows, ({ id }) => id)];
  return (
    <span class="ids">
      {all.slice(0, most).map(([id, own], index) => (
        <span key={id}>
          {index > 0 && ', '}
          {own.map((row, at) => (
            <span key={row.name}>
              {at > 0 && ', '}
              <a href={`#${anchorOf(row)}`}>
                {at === 0 ? id : ''}
                {row.name === id ? '' : ` (${row.plan})`}
              </a>
            </span>
          ))}
        </span>
      ))}
      {all.length > most && ` and ${all.length - most} more`}
    </span>
  );
}

export const planAnchor = (plan: string): string => `plan-${slug(plan)}`;

interface PlanProps {
  readonly page: Page;
  readonly block: Extract<Block, { kind: 'plan' }>;
  readonly isFirst: boolean;
}

/** One plan's limit: findings, figure and numbers. Further passed plans are folded. */
function PlanLimits({ page, block: { plan: summary, sentences }, isFirst }: PlanProps) {
  const { plan, numbers, rows, badge } = summary;
  const points = page.points(plan, numbers.windowSeconds);
  const description = sentences.map((words) => `${capital(words)}.`).join(' ');
  const failed = rows.filter(({ verdict }) => verdict === 'fail');
  return (
    <details class="plan" id={planAnchor(plan)} open={isFirst || badge !== 'passed'}>
      <summary>
        <h3>{capital(plan)}</h3>
        <span>{`${count(numbers.perWindow)} requests in ${numbers.windowSeconds} s`}</span>
        <StatusBadge status={badge} />
      </summary>
      <p class="summary">{description}</p>
      {failed.length > 0 && (
        <p>
          {'Violated: '}
          <RequirementLinks rows={failed} most={failed.length} />
        </p>
      )}
      {points.length > 0 && (
        <>
          <figure class="drawings">
            <LimitFigure plan={summary} points={points} description={`${description} The table below has its steps.`} />
            <figcaption>
              <LimitLegend {...summary} />
            </figcaption>
          </figure>
          <details class="more">
            <summary>The steps in numbers</summary>
            <TextTable
              caption={`${plan}, step by step; seconds since the first request that counts`}
              table={[
                ['Step', 'From', 'To', 'Admitted', 'Refused', 'Other', 'Lowest Remaining'],
                ...phasesOf(points).map(({ phase, from, to, admitted, refused, other, remaining = 'missing' }) => [
                  capital(PHASES[phase] ?? phase),
                  from.toFixed(3),
                  to.toFixed(3),
                  ...[admitted, refused, other].map(count),
                  String(remaining),
                ]),
              ]}
            />
          </details>
        </>
      )}
    </details>
  );
}

export function StatusBadge({ status }: { readonly status: Status }) {
  return (
    <span class={`badge ${status}`}>
      <Icon status={status} />
      {capital(statusWord(status))}
    </span>
  );
}

/** A table of texts. On a narrow screen, each row is a list of what stands in its columns. */
export function TextTable({
  caption,
  table: [head = [], ...rows],
}: {
  readonly caption: string;
  readonly table: Table;
}) {
  return (
    <table>
      <caption>{caption}</caption>
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
        {rows.map(([name = '', ...cells], index) => (
          <tr key={index}>
            <th scope="row">{name}</th>
            {cells.map((text, column) => (
              <td key={column} data-head={capital(head[column + 1] ?? '')}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
