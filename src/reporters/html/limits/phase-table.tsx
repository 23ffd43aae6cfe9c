import { count } from '../../text/count.ts';
import type { Figure } from '../figure/figure.ts';
import { PHASE_WORDS } from '../figure/phases.ts';
import { type Column, TableHead } from '../page/table-head.tsx';
import { brief } from '../text.ts';

/** The experiment step by step, in numbers. */
export function PhaseTable({ figure: { plan, phases } }: { readonly figure: Figure }) {
  if (phases.length === 0) return null;
  const anyElse = phases.some(({ counts }) => counts.other + counts.lost > 0);
  const columns: readonly Column[] = [
    ['Step'],
    ['From', 'number'],
    ['To', 'number until'],
    ['Admitted', 'number'],
    ['Refused', 'number'],
    ...(anyElse ? [['Else', 'number'] as const] : []),
    ['Remaining', 'number'],
  ];
  return (
    <details class="fold">
      <summary>The steps in numbers</summary>
      <table class="phases">
        <caption>{`${brief(plan, 40)}, step by step; seconds since the first request`}</caption>
        <TableHead columns={columns} />
        <tbody>
          {phases.map(({ name, from, to, counts, remaining }) => (
            <tr key={name}>
              <th scope="row">{PHASE_WORDS[name] ?? brief(name, 40)}</th>
              <td class="number">{from.toFixed(3)}</td>
              <td class="number until">{to.toFixed(3)}</td>
              <td class="number">{count(counts.admitted)}</td>
              <td class="number">{count(counts.refused)}</td>
              {anyElse && <td class="number">{count(counts.other + counts.lost)}</td>}
              <td class="number">{remainingWords(remaining)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function remainingWords(remaining: readonly [number, number] | undefined): string {
  if (remaining === undefined) return 'missing';
  const [first, last] = remaining;
  return first === last ? String(first) : `${first} → ${last}`;
}
