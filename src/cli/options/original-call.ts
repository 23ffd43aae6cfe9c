import type { Command } from 'commander';
import type { RecordedKeySource, Settings } from '../../exchange/index.ts';
import type { OriginalCall } from '../../reporters/terminal/options.ts';
import type { KeyExpressions } from '../../result/key-variable.ts';
import type { Result } from '../../result/result.ts';
import { shellWord } from '../console/called.ts';

/** Options that a rerun command repeats. The others come from the earlier result or apply to one run. */
const TAKEN_OVER = [
  ...['target', 'config', 'key', 'secondKey', 'daily', 'enterprisePerMinute', 'enterprisePerDay'],
  ...['settle', 'categories', 'timeout', 'proxy', 'ca', 'refusals', 'connections', 'k6', 'readOnly'],
];

/** The options of this call, for the record of the run. Never a key. */
export function recordedCall(command: Command): NonNullable<Settings['call']> {
  const typed = command.options.filter(
    (option) =>
      TAKEN_OVER.includes(option.attributeName()) && command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  const options = typed.flatMap((option) => {
    const value: unknown = command.getOptionValue(option.attributeName());
    const name = option.long ?? '';
    return value === true ? [name] : [value].flat().flatMap((one) => [name, String(one)]);
  });
  const failed: unknown = command.getOptionValue('failed');
  return { options, ...(typeof failed === 'string' ? { failed } : {}) };
}

/** The call of a run, for printed commands. Every word is quoted, because results.json may have been edited. */
export function originalCallOf({ settings }: Pick<Result, 'settings'>): OriginalCall {
  const { options = [], failed, ...rest } = settings.call ?? {};
  return {
    ...rest,
    options: options.map(shellWord),
    ...(failed === undefined ? {} : { failed: shellWord(failed) }),
    keys: keyExpressions(settings.keySources ?? {}),
  };
}

export const keyExpressions = (sources: Readonly<Record<string, RecordedKeySource>>): KeyExpressions =>
  Object.fromEntries(
    Object.entries(sources).flatMap(([plan, { env, file }]) => {
      if (env !== undefined) return /^\w+$/.test(env) ? [[plan, `"$${env}"`]] : [];
      return file === undefined ? [] : [[plan, `"$(cat ${shellWord(file)})"`]];
    }),
  );
