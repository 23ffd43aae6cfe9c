import type { Comparison } from '../../../result/result.ts';
import { measured, rate } from '../../capacity/words.ts';
import { type Column, TableHead } from '../page/table-head.tsx';
import { brief } from '../text.ts';
import { moment } from '../time.ts';

const COLUMNS: readonly Column[] = [['Offered'], ['What'], ['Before', 'number'], ['After', 'number'], ['Change']];

const WORDS = { higher: '▲ higher', lower: '▼ lower', '~': '~ may be chance' } as const;

/** Changes since an earlier run, for steps with the same rate. */
export function ComparisonTable({ comparison: { run, startedAt, changes } }: { readonly comparison: Comparison }) {
  return (
    <div class="plan" id="comparison">
      <h3>Compared with an earlier run</h3>
      <p class="summary">{`${brief(run, 100)}, ${brief(moment(startedAt), 60)}`}</p>
      {changes.length === 0 ? (
        <p>The runs have no valid step in common.</p>
      ) : (
        <table class="phases">
          <caption>Steps of the same rate; the difference is tested at 5 %</caption>
          <TableHead columns={COLUMNS} />
          <tbody>
            {changes.map(({ rps, name, before, after, change }) => (
              <tr key={`${rps} ${name}`}>
                <td>{rate(rps)}</td>
                <th scope="row">{name}</th>
                <td class="number">{measured(name, before)}</td>
                <td class="number">{measured(name, after)}</td>
                <td>{WORDS[change]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
