import { besides } from '../../view/besides.ts';
import { Icon } from '../page/icon.tsx';
import type { Report } from '../report.ts';
import { brief } from '../text.ts';

/** Entries that are listed. */
const MOST = 60;

/** Waivers that must be mended, and open behaviours that are not what was pinned. */
export function Besides({ report }: { readonly report: Report }) {
  const all = besides(report.result);
  if (all.length === 0) return null;
  return (
    <section id="besides" aria-labelledby="besides-title">
      <h2 id="besides-title">{`Waivers and drift (${all.length})`}</h2>
      <p class="lead">Waivers that must be mended or removed, and open behaviours that are not what was pinned.</p>
      <ul class="broken">
        {all.slice(0, MOST).map(({ name, message, fails }) => (
          <li key={name}>
            <Icon status={fails ? 'failed' : 'warned'} />
            <div>
              <strong>{brief(name)}</strong> {brief(message)}
            </div>
          </li>
        ))}
        {all.length > MOST && <li>{`and ${all.length - MOST} more`}</li>}
      </ul>
    </section>
  );
}
