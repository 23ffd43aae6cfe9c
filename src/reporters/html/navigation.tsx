import type { Report } from './report.ts';
import { stateOf } from './words.ts';

export function Navigation({ report }: { readonly report: Report }) {
  const { requirements } = report.result;
  const any = (state: string) => requirements.some((row) => stateOf(row) === state);
  const links = [
    ...(any('fail') ? [['failed', 'Failed']] : []),
    ...(report.figures.length > 0 ? [['limits', 'Limits']] : []),
    ...(any('warning') ? [['warnings', 'Warnings']] : []),
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
