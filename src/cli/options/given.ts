import type { Command } from 'commander';
import type { Given } from '../../reporters/terminal/options.ts';
import { keyVariable } from '../../result/key-variable.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { shellWord } from '../console/shell-word.ts';

/** What a rerun takes over as it was typed; the rest is in the earlier result, or holds for one run only. A host is confirmed anew. */
const TAKEN_OVER = [
  ...['target', 'config', 'window', 'key', 'secondKey', 'daily', 'enterprisePerMinute', 'enterprisePerDay'],
  ...['allowWrites', 'allowLoad', 'settle', 'categories', 'timeout', 'proxy', 'ca', 'refusals', 'connections', 'k6'],
];

/** What lines to be pasted need of a call whose keys were all read: sources, never values. `sources` is every key's `PLAN=SOURCE`. */
export function givenBy(command: Command, sources: readonly string[], env: NodeJS.ProcessEnv): Given {
  const typed = command.options.filter(
    (option) =>
      TAKEN_OVER.includes(option.attributeName()) && command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  const options = typed.flatMap((option) => {
    const value: unknown = command.getOptionValue(option.attributeName());
    const name = option.long ?? '';
    if (value === true) return [name];
    return [value].flat().flatMap((one) => [name, shellWord(String(one))]);
  });
  return { options, keys: { ...fromVariables(env), ...fromSources(sources) } };
}

const fromVariables = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    PLAN_NAMES.flatMap((plan) => (env[keyVariable(plan)] === undefined ? [] : [[plan, `"$${keyVariable(plan)}"`]])),
  );

const fromSources = (sources: readonly string[]) =>
  Object.fromEntries(
    sources.map((text) => {
      const [plan = '', source = ''] = text.split(/=(.*)/s);
      const name = source.slice(source.indexOf(':') + 1);
      return [plan, source.startsWith('file:') ? `"$(cat ${shellWord(name)})"` : `"$${name}"`];
    }),
  );
