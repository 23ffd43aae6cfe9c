import { render } from 'preact-render-to-string';
import { SCRIPT, SCRIPT_HASH, STYLE, STYLE_HASH } from '../assets.generated.js';
import type { Report } from '../report.ts';
import { brief } from '../text.ts';
import { Page } from './page.tsx';
import { OUTCOME_STATUS, verdictWord } from './verdict-head.tsx';

/** The content security policy: only the page's own style, script and icon; nothing is loaded or sent. */
const POLICY = `default-src 'none'; style-src '${STYLE_HASH}'; script-src '${SCRIPT_HASH}'; img-src data:; base-uri 'none'; form-action 'none'`;

/** A complete HTML document, with inline style and script, or with a linked style sheet and no script. */
export function page(report: Report, cssName: string | undefined): string {
  const head = render(
    <>
      <meta charset="utf-8" />
      {cssName === undefined && <meta http-equiv="Content-Security-Policy" content={POLICY} />}
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="generator" content={`${report.result.tool.name} ${report.result.tool.version}`} />
      <title>{`${verdictWord(report.summary)}: ${brief(report.result.target.name).slice(0, 35)}, storecheck`}</title>
      {cssName === undefined ? <link rel="icon" href={favicon(report)} /> : <link rel="stylesheet" href={cssName} />}
    </>,
  );
  const body = render(<Page report={report} />);
  // Not escaped, because their hashes are part of the policy. Neither contains text of a server.
  const style = cssName === undefined ? `<style>${STYLE}</style>` : '';
  const script = cssName === undefined ? `<script>${SCRIPT}</script>` : '';
  return `<!DOCTYPE html>\n<html lang="en">\n<head>${head}${style}</head>\n<body>\n${body}\n${script}</body>\n</html>\n`;
}

const COLOURS = { passed: '1a7f37', failed: 'c2330f', inconclusive: '9a6700' } as const;

/** An icon with the color of the verdict, to distinguish open tabs. */
function favicon({ result }: Report): string {
  const colour = COLOURS[OUTCOME_STATUS[result.outcome]];
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='%23${colour}'/%3E%3C/svg%3E`;
}

export const stylesheet = (): string => STYLE;
