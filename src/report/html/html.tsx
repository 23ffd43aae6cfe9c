import { render } from 'preact-render-to-string';
import { SCRIPT, SCRIPT_HASH, STYLE, STYLE_HASH } from '../../../generated/page.js';
import { counted } from '../../result/view/facts.ts';
import { headlineOf, type Row } from '../../result/view/rows.ts';
import type { Shown } from '../../result/view/shown-exchanges.ts';
import type { Section, View } from '../../result/view/view.ts';
import { levelWord } from '../../spec/requirement.ts';
import { count, plural } from '../../text/number-text.ts';
import { asCode } from '../../text/wrap.ts';
import { quoted } from '../lines.ts';
import { blockOf, DataTable, Folded, Pairs, RequirementLinks, StatusBadge } from './blocks.tsx';
import { Icon } from './chart.tsx';
import { Exchanges, type Page } from './exchanges.tsx';
import { anchorOf, capital, failureAnchor, prose } from './prose.tsx';

/** The content security policy: only the page's own style, script and icon; nothing is loaded or sent. */
const POLICY = `default-src 'none'; style-src '${STYLE_HASH}'; script-src '${SCRIPT_HASH}'; img-src data:; base-uri 'none'; form-action 'none'`;

/** The report as one file, which needs no network and no script. @param shown the exchanges behind the view */
export function html(view: View, shown: Shown): string {
  const head = render(
    <>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content={POLICY} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{`${verdictWord(view)}: ${view.result.target.name.slice(0, 35)}, storecheck`}</title>
      <link rel="icon" href="data:," />
    </>,
  );
  const body = render(<Body page={{ view, ...shown }} />);
  // Not escaped, because their hashes are part of the policy. Neither contains text of a server.
  return `<!DOCTYPE html>\n<html lang="en">\n<head>${head}<style>${STYLE}</style></head>\n<body>\n${body}\n<script>${SCRIPT}</script></body>\n</html>\n`;
}

const verdictWord = ({ word }: View): string => capital(word.toLowerCase());

/** The report, in the order of its readers' questions. */
function Body({ page }: { readonly page: Page }) {
  const { view } = page;
  const isCapacity = view.result.capacity !== undefined;
  // Other sections are next to the verdict, or in the table of requirements.
  const sections = view.sections.filter(({ id, lead }) => id === 'failed' || lead !== undefined);
  const links = [
    ...sections.map(({ id, title }) => [id, title.replace(/:.*| and .*/, '')] as const),
    ['requirements', 'Requirements'] as const,
    ...(isCapacity ? [] : [['exchanges', 'Requests'] as const]),
    ['run', 'The run'] as const,
  ];
  return (
    <>
      <a class="skip" href="#verdict">
        Skip to the verdict
      </a>
      <header class="top">
        <a href="#verdict">
          <strong>storecheck</strong>
        </a>
        <nav aria-label="Sections">
          {links.map(([id, words]) => (
            <a key={id} href={`#${id}`}>
              {words}
            </a>
          ))}
        </nav>
      </header>
      <main>
        <Verdict view={view} />
        {sections.map((section) => sectionOf(section, page))}
        <Requirements page={page} />
        {!isCapacity && <Exchanges page={page} />}
        <section id="run" aria-labelledby="run-title">
          <h2 id="run-title">The run</h2>
          <Pairs pairs={view.facts} />
        </section>
      </main>
    </>
  );
}

const MAX_FAILURES = 6;

function Verdict({ view }: { readonly view: View }) {
  const { sections, status } = view;
  const failures = (sections.find(({ id }) => id === 'failed')?.blocks ?? []).flatMap((block) =>
    block.kind === 'failure' ? [block] : [],
  );
  return (
    <section class={`verdict ${status}`} id="verdict" aria-labelledby="verdict-word">
      <div class="summary">
        <h1 id="verdict-word">{verdictWord(view)}</h1>
        <p class="sentence">{capital(view.sentence)}</p>
        {view.unfinished.map((text) => (
          <p key={text}>{prose(capital(text))}</p>
        ))}
        <ul>
          {failures.slice(0, MAX_FAILURES).map(({ rows, alike, consequences }) => (
            <li key={rows[0]?.name}>
              <Icon status="failed" /> <a href={`#${failureAnchor(rows)}`}>{prose(headlineOf(rows))}</a>
              {alike.length > 0 && ` and ${alike.length} more of the same kind`}
              {consequences.length > 0 && ` (${consequences.length} inconclusive because of it)`}
            </li>
          ))}
          {failures.length > MAX_FAILURES && <li>{`and ${failures.length - MAX_FAILURES} more`}</li>}
        </ul>
        {view.advice !== undefined && (
          <p>
            <strong>Next:</strong> {prose(asCode(view.advice))}
          </p>
        )}
        <p class="quiet">{view.details.flatMap((text) => [prose(asCode(text)), <br key={text} />])}</p>
      </div>
      <Gaps view={view} />
      <ul class="tally">
        {counted(view.rows).map(({ status: rowStatus, number, word }) => (
          <li key={rowStatus} class={number === 0 ? 'skipped' : rowStatus}>
            <Icon status={rowStatus} /> <b>{count(number)}</b> {word}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the run does not prove, next to the verdict because it limits what a pass means. */
function Gaps({ view }: { readonly view: View }) {
  return (
    <div class="gaps">
      <h2>What this run does not prove</h2>
      <ul>
        {view.gaps.map(({ name, text, rows, consequences }, index) => (
          <li key={index}>
            <strong>{name}</strong> {prose(text)} <RequirementLinks rows={[...rows, ...consequences]} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function sectionOf({ id, title, count: size, status, lead, blocks, isDetail }: Section, page: Page) {
  const shown = blocks.map((block) => blockOf(block, status, page));
  return (
    <section key={id} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{`${title}${size === 0 ? '' : ` (${size})`}`}</h2>
      {lead !== undefined && <p class="lead">{prose(lead)}</p>}
      {isDetail === true ? <Folded words="Show all">{shown}</Folded> : shown}
    </section>
  );
}

/** Titles of areas whose names are ambiguous: `limit` is a parameter of lists, too. */
const AREA_TITLES: Readonly<Record<string, string>> = { limit: 'rate limit', rate: 'rate headers' };
const COLUMNS = ['result', 'requirement', 'level', 'examined'];

/** All requirements in the order of the catalogue, folded by area. */
function Requirements({ page }: { readonly page: Page }) {
  return (
    <section id="requirements" aria-labelledby="requirements-title">
      <h2 id="requirements-title">Requirements</h2>
      <p class="lead">
        <strong>Must</strong>: the specification requires it. <strong>Should</strong>: an RFC or good practice requires
        it. <strong>Info</strong>: the specification leaves the choice to the service. <strong>Examined</strong>: how
        many responses, animals or pairs of responses were judged.
      </p>
      {page.view.areas.map(({ area, rows }) => (
        <details key={area} class="group">
          <summary>
            <h3>{capital(AREA_TITLES[area] ?? area)}</h3>
            {counted(rows, []).map(({ status, number, word }) => (
              <span key={status} class={`quiet ${status}`}>
                <Icon status={status} />
                {` ${number} ${word} `}
              </span>
            ))}
          </summary>
          <DataTable head={COLUMNS} rows={rows.map((row) => ({ id: anchorOf(row), cells: cellsOf(row) }))} />
        </details>
      ))}
    </section>
  );
}

function cellsOf(row: Row) {
  return [
    <StatusBadge key="result" status={row.status} />,
    <>
      <details>
        <summary>
          {prose(row.title)}
          <br />
          <code class="quiet">{row.name}</code>
        </summary>
        <blockquote>{prose(quoted(row))}</blockquote>
      </details>
      {row.reason !== undefined && <p class="quiet">{prose(row.reason)}</p>}
      {row.findings.length > 0 && <a href={`#${failureAnchor([row])}`}>{plural(row.findings.length, 'violation')}</a>}
    </>,
    levelWord(row.level),
    count(row.subjects),
  ];
}
