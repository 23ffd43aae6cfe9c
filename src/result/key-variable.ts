import type { RecordedKeySource } from '../exchange/records/run-record.ts';
import { shellWord } from '../text/shell-word.ts';

/** Whether a curl line takes the key from the environment. Some send another credential, or none. */
export const takesKey = (curl = ''): boolean => curl.includes('STORE_API_KEY');

/** The default variable of a plan's key, also used in printed commands. */
export const keyVariable = (plan: string) => `STORE_API_KEY_${plan.toUpperCase()}`;

/** The shell expressions of keys, by plan. */
export type KeyExpressions = Readonly<Record<string, string>>;

/** results.json may have been edited, so every word is quoted. */
export const keyExpressions = (sources: Readonly<Record<string, RecordedKeySource>>): KeyExpressions =>
  Object.fromEntries(
    Object.entries(sources).flatMap(([plan, { env, file }]) => {
      if (env !== undefined) return /^\w+$/.test(env) ? [[plan, `"$${env}"`]] : [];
      return file === undefined ? [] : [[plan, `"$(cat ${shellWord(file)})"`]];
    }),
  );

/** The command that sets the variable of the curl lines. */
export function exportFor(plan: string, keys: KeyExpressions): string {
  // results.json may have been edited.
  const unknown = /^[a-z]+$/.test(plan) ? `<your ${plan} key>` : '<your key>';
  return `export STORE_API_KEY=${keys[plan] ?? unknown}`;
}
