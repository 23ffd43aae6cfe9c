import { type Line, ok } from '../../run/doctor/line.ts';
import type { FromFile } from '../options/from-file.ts';
import type { TargetSettings } from '../options/settings.ts';

/** The class of the target, and what it allows. */
export function targetLine({ baseUrl, targetClass, host }: TargetSettings, from: FromFile): Line {
  const { writes, load } = from.target?.allow ?? {};
  switch (targetClass) {
    case 'local':
      return ok('target', `${baseUrl} is local: writes and load are allowed, without a daily budget`);
    case 'staging':
      return ok(
        'target',
        `${baseUrl} is staging: load is allowed; ${writes === true ? 'writes are allowed' : 'writes need --allow-writes'}`,
      );
    case 'production': {
      const known = from.target?.class === undefined ? ' (the default for unknown hosts)' : '';
      const flags = [writes === true ? '' : '--allow-writes', load === true ? '' : '--allow-load'].filter(
        (flag) => flag !== '',
      );
      const take = [...flags, `--confirm-host ${host}`].join(', ');
      return ok('target', `${baseUrl} is production${known}: read-only and no load; writes and load need ${take}`);
    }
  }
}
