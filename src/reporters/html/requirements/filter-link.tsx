import type { ComponentChildren } from 'preact';
import type { Report } from '../report.ts';

interface Props {
  readonly report: Report;
  /** The filter's name in the URL: q, requirements; x, exchanges. */
  readonly of: 'q' | 'x';
  readonly filter: string;
  /** The section that it filters. */
  readonly to: string;
  readonly children: ComponentChildren;
}

/** Leads to a section, filtered where the page has its script. */
export function FilterLink({ report, of, filter, to, children }: Props) {
  const query = report.scripted ? `?${of}=${encodeURIComponent(filter)}` : '';
  return <a href={`${query}#${to}`}>{children}</a>;
}
