import { render } from 'preact-render-to-string';
import { SCRIPT, SCRIPT_HASH, STYLE, STYLE_HASH } from '../../../../generated/page.js';
import { gateMessage, gateName } from '../../view/gate.ts';
import { Capacity } from '../capacity/capacity.tsx';
import { Exchanges } from '../exchanges/exchanges.tsx';
import { type HtmlInput, type Report, reportOf } from '../report.ts';
import { Failures } from '../requirements/failures.tsx';
import { Observations } from '../requirements/observations.tsx';
import { Requirements } from '../requirements/requirements.tsx';
import { brief } from '../text.ts';
import { Icon, IconShapes } from './icon.tsx';
import { Limits } from './limits.tsx';
import { Run } from './run.tsx';
import { VerdictHead, verdictWord } from './verdict-head.tsx';

/** The content security policy: only the page's own style, script and icon; nothing is loaded or sent. */
const POLICY = `default-src 'none'; style-src '${STYLE_HASH}'; script-src '${SCRIPT_HASH}'; img-src data:; base-uri 'none'; form-action 'none'`;

/** The report as one file: no network, a strict content security policy, usable without its script. */
export function html(input: HtmlInput): string {
  const report = reportOf(input);
  const head = render(
    <>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content={POLICY} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="generator" content={`${report.result.tool.name} ${report.result.tool.version}`} />
      <title>{`${verdictWord(report.summary)}: ${brief(report.result.target.name).slice(0, 35)}, storecheck`}</title>
      <link rel="icon" href={favicon(report)} />
    </>,
  );
  const body = render(<Page report={report} />);
  // Not escaped, because their hashes are part of the policy. Neither contains text of a server.
  return `<!DOCTYPE html>\n<html lang="en">\n<head>${head}<style>${STYLE}</style></head>\n<body>\n${body}\n<script>${SCRIPT}</script></body>\n</html>\n`;
}

const OUTCOME_COLOURS = { passed: '#1a7f37', failed: '#b3261e', incomplete: '#8a5a00', error: '#b3261e' } as const;

/** An icon with the color of the verdict, to distinguish open tabs. */
function favicon({ result }: Report): string {
  const colour = encodeURIComponent(OUTCOME_COLOURS[result.outcome]);
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='${colour}'/%3E%3C/svg%3E`;
}

/** The report, in the order of its readers' questions. */
function Page({ report }: { readonly report: Report }) {
  const { result } = report;
  return (
    <>
      <a class="skip" href="#verdict">
        Skip to the verdict
      </a>
      <IconShapes />
      <Navigation report={report} />
      <main>
        <VerdictHead report={report} />
        <Capacity result={result} />
        <Failures report={report} status="failed" />
        <Gate report={report} />
        <Failures report={report} status="waived" />
        <Limits report={report} />
        <Failures report={report} status="warning" />
        <Requirements report={report} />
        <Observations report={report} />
        {result.capacity === undefined && <Exchanges report={report} />}
        <Run report={report} />
      </main>
    </>
  );
}

function Navigation({ report }: { readonly report: Report }) {
  const { result, failed, gate, waived, warnings, plans, counts } = report.summary;
  const capacity = result.capacity !== undefined;
  const sections = [
    ['capacity', 'Capacity', capacity],
    ['failed', 'Failed', failed.length > 0],
    ['gate', 'Waivers', gate.length > 0],
    ['waived', 'Waived', waived.length > 0],
    ['limits', 'Limits', plans.length > 0],
    ['warnings', 'Warnings', warnings.length > 0],
    ['requirements', 'Requirements', true],
    ['observations', 'Info', counts.info > 0],
    ['exchanges', 'Requests', !capacity],
    ['run', 'The run', true],
  ] as const;
  return (
    <header class="top">
      <a class="brand" href="#verdict">
        storecheck
      </a>
      <nav aria-label="Sections">
        {sections.map(
          ([id, words, shown]) =>
            shown && (
              <a key={id} href={`#${id}`}>
                {words}
              </a>
            ),
        )}
      </nav>
    </header>
  );
}

const MOST = 60;

/** Waivers that must be fixed, and drift from pinned behaviour. */
function Gate({ report: { summary } }: { readonly report: Report }) {
  const { gate } = summary;
  if (gate.length === 0) return null;
  return (
    <section id="gate" aria-labelledby="gate-title">
      <h2 id="gate-title">{`Waivers and drift (${gate.length})`}</h2>
      <p class="lead">Waivers that must be fixed or removed, and behaviour that differs from what was pinned.</p>
      <ul class="broken">
        {gate.slice(0, MOST).map((problem) => (
          <li key={gateName(problem)}>
            <Icon status={problem.fails ? 'failed' : 'warning'} />
            <div>
              <strong>{brief(gateName(problem))}</strong> {brief(gateMessage(problem))}
            </div>
          </li>
        ))}
        {gate.length > MOST && <li>{`and ${gate.length - MOST} more`}</li>}
      </ul>
    </section>
  );
}
