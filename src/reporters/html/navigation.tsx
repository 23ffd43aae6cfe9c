import { besides } from '../besides.ts';
import { rowsOf, type Status } from '../rows.ts';
import type { Report } from './report.ts';

export function Navigation({ report }: { readonly report: Report }) {
  const any = (status: Status) => rowsOf(report.result, status).length > 0;
  const links = [
    ...(any('failed') ? [['failed', 'Failed']] : []),
    ...(besides(report.result).length > 0 ? [['besides', 'Waivers']] : []),
    ...(any('waived') ? [['waived', 'Accepted']] : []),
    ...(report.figures.length > 0 ? [['limits', 'Limits']] : []),
    ...(any('warned') ? [['warnings', 'Warnings']] : []),
    ['requirements', 'Requirements'],
    ...(any('observed') ? [['observations', 'Observed']] : []),
    ['exchanges', 'Exchanges'],
    ['run', 'The run'],
  ];
  return (
    <header class="top">
      <a class="brand" href="#verdict">
        storecheck
      </a>
      <nav aria-label="Sections">
        {links.map(([id, words]) => (
          <a key={id} href={`#${id}`}>
            {words}
          </a>
        ))}
      </nav>
    </header>
  );
}
