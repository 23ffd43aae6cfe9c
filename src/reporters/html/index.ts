import type { HtmlInput } from './input.ts';
import { page, stylesheet } from './page/document.tsx';
import { reportOf } from './report.ts';

export type { HtmlInput } from './input.ts';
export { stylesheet } from './page/document.tsx';

/** The report as one file: no network, a strict content security policy, usable without its script. */
export function html(input: HtmlInput): string {
  return page(reportOf(input, true), undefined);
}

/**
 * The report for servers that forbid inline scripts and styles (Jenkins: `default-src 'none'; style-src 'self'`):
 * the style sheet is a separate file. The report is readable without it.
 */
export function htmlSplit(input: HtmlInput, cssName = 'report.css'): { readonly html: string; readonly css: string } {
  return { html: page(reportOf(input, false), cssName), css: stylesheet() };
}
