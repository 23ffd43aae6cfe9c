import { PLAN_NAMES } from '../../spec/plans.ts';
import { type Path, pathText } from '../path.ts';
import { looksLikeKey } from '../quoted.ts';
import { type ConfigCheck, type PartlyTarget, targetsOf } from './check.ts';

type Source = { readonly env?: string | undefined; readonly file?: string | undefined };

/** Reports key sources that are used twice, and second keys without a first one. */
export const keys: ConfigCheck = ({ config, say }) => {
  for (const { name, target } of targetsOf(config)) {
    const first = new Map<string, Path>();
    for (const { path, source } of sourcesOf(target)) {
      const at = ['targets', name, ...path];
      for (const kind of ['env', 'file'] as const) {
        const text = source[kind];
        if (text === undefined) continue;
        if (looksLikeKey(text)) say([...at, kind], `this looks like a key (hidden): expected ${MEANING[kind]}`);
        const before = first.get(`${kind} ${text}`);
        if (before !== undefined)
          say(at, `the same source as ${pathText(before)}: each plan and each customer needs its own key`);
        else first.set(`${kind} ${text}`, path);
      }
    }
    for (const plan of PLAN_NAMES)
      if (target.secondKeys?.[plan] !== undefined && target.keys?.[plan] === undefined)
        say(['targets', name, 'secondKeys', plan], `the first key of this plan is missing: add keys.${plan}`, 'key');
  }
};

const MEANING = { env: 'the name of the variable that holds it', file: 'the path of the file that holds it' } as const;

function sourcesOf(target: PartlyTarget): { path: Path; source: Source }[] {
  return PLAN_NAMES.flatMap((plan) => {
    const sources = target.keys?.[plan];
    const own = isList(sources)
      ? sources.map((source, index) => ({ path: ['keys', plan, index], source }))
      : [{ path: ['keys', plan], source: sources }];
    return [...own, { path: ['secondKeys', plan], source: target.secondKeys?.[plan] }];
  }).flatMap(({ path, source }) => (source === undefined ? [] : [{ path, source }]));
}

/** Array.isArray does not narrow readonly arrays. */
function isList(
  sources: Source | readonly (Source | undefined)[] | undefined,
): sources is readonly (Source | undefined)[] {
  return Array.isArray(sources);
}
