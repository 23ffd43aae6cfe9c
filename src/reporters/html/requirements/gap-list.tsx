import { Prose } from '../page/prose.tsx';
import type { Report } from '../report.ts';
import { type Gap, gapsOf } from './gaps.ts';
import { RequirementLinks } from './requirement-links.tsx';

/** Maximum unfolded gaps. */
const OPEN = 4;

/** What the run does not prove, shown next to the verdict because it limits what a pass means. */
export function GapList({ report }: { readonly report: Report }) {
  const gaps = gapsOf(report.summary);
  const rest = gaps.slice(OPEN);
  return (
    <div class="gaps">
      <h2>What this run does not prove</h2>
      <ul>
        {gaps.slice(0, OPEN).map((gap) => (
          <Item key={gap.words} gap={gap} />
        ))}
      </ul>
      {rest.length > 0 && (
        <details>
          <summary>{`${rest.length} more`}</summary>
          <ul>
            {rest.map((gap) => (
              <Item key={gap.words} gap={gap} />
            ))}
          </ul>
        </details>
      )}
      <p class="always">
        {report.result.capacity === undefined
          ? 'Not testable: animals beyond the first 100 of a list, and operations that the specification does not list.'
          : 'Not testable: whether customers behave as projected, and whether another deployment has the same capacity.'}
      </p>
    </div>
  );
}

function Item({ gap: { kind, words, rows } }: { readonly gap: Gap }) {
  return (
    <li class={kind}>
      <strong>{KINDS[kind]}</strong> <Prose text={words} length={400} />
      {rows.length > 0 && <RequirementLinks rows={rows} />}
    </li>
  );
}

const KINDS = {
  'set-up': 'Set-up.',
  open: 'Inconclusive:',
  note: 'Note:',
  apart: 'Not applicable:',
  skipped: 'Skipped:',
  limits: 'Not tested:',
  load: 'Not shown:',
} as const satisfies Record<Gap['kind'], string>;
