import type { Report } from '../report.ts';

/** The sections of this report. */
export function Navigation({ report }: { readonly report: Report }) {
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
    ['exchanges', 'Exchanges', !capacity],
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
