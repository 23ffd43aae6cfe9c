import { PLAIN } from '../../src/cli/console.ts';
import type { Exchange } from '../../src/exchange/records/exchange-record.ts';
import { github as toGithub } from '../../src/report/github.ts';
import { html as toHtml } from '../../src/report/html/html.tsx';
import { junit as toJUnit } from '../../src/report/junit.ts';
import { markdown as toMarkdown } from '../../src/report/markdown.ts';
import { type TerminalOptions, terminal as toTerminal } from '../../src/report/terminal.ts';
import type { Result } from '../../src/result/result.ts';
import { shownExchanges } from '../../src/result/view/shown-exchanges.ts';
import { viewOf } from '../../src/result/view/view.ts';

const layout = { folder: 'reports/run-1', paint: PLAIN, width: 80, verbose: false };
/** Every format of a result, with its view made first. */
export const github = (given: Result) => toGithub(viewOf(given));
export const junit = (given: Result, attachment?: string) => toJUnit(viewOf(given), attachment);
export const markdown = (given: Result, most?: number) => toMarkdown(viewOf(given), most);
export const terminal = (given: Result, change: Partial<TerminalOptions> = {}): string =>
  toTerminal(viewOf(given, 'storecheck', layout.folder), { ...layout, ...change });

export interface HtmlRun {
  readonly result: Result;
  readonly exchanges: Iterable<Exchange>;
}

export function html({ result, exchanges }: HtmlRun): string {
  const view = viewOf(result);
  return toHtml(view, shownExchanges(view, exchanges));
}
