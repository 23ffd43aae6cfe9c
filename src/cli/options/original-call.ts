import type { Command } from 'commander';
import type { KeySource } from '../../config/index.ts';
import type { OriginalCall } from '../../reporters/terminal/options.ts';
import { keyVariable } from '../../result/key-variable.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { shellWord } from '../console/shell-word.ts';
import type { KeyReference } from './keys.ts';

/** Options that a rerun command repeats. The others come from the earlier result or apply to one run. A host is confirmed again. */
const TAKEN_OVER = [
  ...['target', 'config', 'window', 'key', 'secondKey', 'daily', 'enterprisePerMinute', 'enterprisePerDay'],
  ...['allowWrites', 'allowLoad', 'settle', 'categories', 'timeout', 'proxy', 'ca', 'refusals', 'connections', 'k6'],
];

/** The options and key sources of this call, for printed commands. Never the keys. */
export function originalCallOf(command: Command, keys: readonly KeyReference[], env: NodeJS.ProcessEnv): OriginalCall {
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
  const variables = PLAN_NAMES.map(keyVariable).flatMap((name, index) =>
    env[name] === undefined ? [] : [[PLAN_NAMES[index], `"$${name}"`]],
  );
  const sources = keys.flatMap(({ plan, source }) => (source === undefined ? [] : [[plan, inShell(source)]]));
  return { options, keys: Object.fromEntries([...variables, ...sources]) };
}

const inShell = (source: KeySource) => ('file' in source ? `"$(cat ${shellWord(source.file)})"` : `"$${source.env}"`);
