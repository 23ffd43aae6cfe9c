import { type Line, ok } from '../../run/doctor/line.ts';
import type { FromFile } from '../options/from-file.ts';
import type { TargetSettings } from '../options/settings.ts';

/** How carefully the target is treated, and what that allows. */
export function targetLine({ baseUrl, targetClass, host }: TargetSettings, from: FromFile): Line {
  const { writes, load } = from.target?.allow ?? {};
  switch (targetClass) {
    case 'local':
      return ok('target', `${baseUrl} is local: animals may be created, limits pushed, and nothing is counted`);
    case 'staging':
      return ok(
        'target',
        `${baseUrl} is staging: limits may be pushed; ${writes === true ? 'animals may be created' : 'creating animals takes --allow-writes'}`,
      );
    case 'production': {
      const known = from.target?.class === undefined ? ', as any host that no target gives a class' : '';
      const flags = [writes === true ? '' : '--allow-writes', load === true ? '' : '--allow-load'].filter(
        (flag) => flag !== '',
      );
      const take = [...flags, `--confirm-host ${host}`].join(', ');
      return ok('target', `${baseUrl} is production${known}: read-only, no load; anything else takes ${take}`);
    }
  }
}
