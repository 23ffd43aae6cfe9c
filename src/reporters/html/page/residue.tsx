import type { Result } from '../../../result/result.ts';
import { residueCount } from '../../view/residue.ts';
import { brief } from '../text.ts';

/** Maximum listed animals; residue.json has all. */
const MOST = 50;

/** The animals that remain in the store, because the service cannot delete them. */
export function Residue({ residue }: Pick<Result, 'residue'>) {
  if (residue.length === 0) return null;
  return (
    <details class="fold">
      <summary>{`Remains in the store (${residueCount(residue)})`}</summary>
      <p class="lead">
        The service cannot delete; residue.json lists them for those who can. One whose id is not known was created
        without an answer that names it: it may be there.
      </p>
      <ul class="residue">
        {residue.slice(0, MOST).map(({ id, name, exchange }) => (
          <li key={exchange}>
            <code>{id === null ? 'unknown id' : brief(id, 60)}</code>{' '}
            {brief(name === null ? 'unknown name' : JSON.stringify(name), 200)}
          </li>
        ))}
        {residue.length > MOST && <li>{`and ${residue.length - MOST} more`}</li>}
      </ul>
    </details>
  );
}
