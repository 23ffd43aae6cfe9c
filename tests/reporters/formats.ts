import { github as toGithub } from '../../src/report/github.ts';
import { html as toHtml } from '../../src/report/html/html.tsx';
import type { HtmlInput } from '../../src/reporters/html/report.ts';
import { junit as toJUnit } from '../../src/report/junit.ts';
import { markdown as toMarkdown } from '../../src/report/markdown.ts';
import type { TerminalOptions } from '../../src/reporters/terminal/options.ts';
import { PLAIN } from '../../src/report/paint.ts';
import { terminal as toTerminal } from '../../src/report/terminal.ts';
import { adviceFor } from '../../src/reporters/view/advice.ts';
import type { Result } from '../../src/result/result.ts';
import { summaryOf } from '../../src/result/summary/summary.ts';

const words = { folder: 'reports/run-1', called: 'storecheck' };
/** Every format of a result, with its summary made first. */
export const github = (given: Result) => toGithub(summaryOf(given));
export const junit = (given: Result, attachment?: string) => toJUnit(summaryOf(given), attachment);
export const markdown = (given: Result, most?: number) => toMarkdown(summaryOf(given), most);
export function terminal(given: Result, change: Partial<TerminalOptions> = {}): string {
  const options = { ...words, paint: PLAIN, width: 80, verbose: false, ...change };
  const summary = summaryOf(given, options.called);
  return toTerminal(summary, { advice: adviceFor(summary, options.called, options.folder), ...options });
}

export interface HtmlRun extends Omit<HtmlInput, 'summary'> {
  readonly result: Result;
}

export const html = ({ result, ...run }: HtmlRun) => toHtml({ ...run, summary: summaryOf(result) });
