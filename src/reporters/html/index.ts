import { page, stylesheet } from './page/page.tsx';
import { type HtmlInput, reportOf } from './report.ts';

export { stylesheet } from './page/page.tsx';
export type { HtmlInput } from './report.ts';

/** The report as one file: no network, a strict content security policy, usable without its script. */
export function html(input: HtmlInput): string {
  return page(reportOf(input, true), undefined);
}

/** The report for servers that forbid inline scripts and styles (Jenkins): the style sheet is a separate file. */
export function htmlSplit(input: HtmlInput, cssName = 'report.css'): { readonly html: string; readonly css: string } {
  return { html: page(reportOf(input, false), cssName), css: stylesheet() };
}
