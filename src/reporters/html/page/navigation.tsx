import { besides } from '../../view/besides.ts';
import { rowsOf, type Status } from '../../view/rows.ts';
import type { Report } from '../report.ts';

interface Section {
  readonly id: string;
  readonly words: string;
  /** Whether this report has it. */
  readonly shown: boolean;
}

export function Navigation({ report }: { readonly report: Report }) {
  const any = (status: Status) => rowsOf(report.result, status).length > 0;
  const capacity = report.result.capacity !== undefined;
  const sections: readonly Section[] = [
    { id: 'capacity', words: 'Capacity', shown: capacity },
    { id: 'failed', words: 'Failed', shown: any('failed') },
    { id: 'besides', words: 'Waivers', shown: besides(report.result).length > 0 },
    { id: 'waived', words: 'Accepted', shown: any('waived') },
    { id: 'limits', words: 'Limits', shown: report.figures.length > 0 },
    { id: 'warnings', words: 'Warnings', shown: any('warned') },
    { id: 'requirements', words: 'Requirements', shown: true },
    { id: 'observations', words: 'Observed', shown: any('observed') },
    { id: 'exchanges', words: 'Exchanges', shown: !capacity },
    { id: 'run', words: 'The run', shown: true },
  ];
  return (
    <header class="top">
      <a class="brand" href="#verdict">
        storecheck
      </a>
      <nav aria-label="Sections">
        {sections.map(
          ({ id, words, shown }) =>
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
