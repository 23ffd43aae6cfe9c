import type { RecordedKeySource } from '../exchange/records/run-record.ts';
import { shellWord } from '../text/shell-word.ts';

/** Whether a curl line takes the key from the environment. Some send another credential, or none. */
export const takesKey = (curl = ''): boolean => curl.includes('STORE_API_KEY');

/** The default variable of a plan's key, also used in printed commands. */
export const keyVariable = (plan: string) => `STORE_API_KEY_${plan.toUpperCase()}`;

/** The command that sets the variable of the curl lines. results.json may have been edited, so every word is quoted. */
export function exportFor(plan: string, sources: Readonly<Record<string, RecordedKeySource>> = {}): string {
  const { env, file } = (Object.hasOwn(sources, plan) ? sources[plan] : undefined) ?? {};
  if (env !== undefined && /^\w+$/.test(env)) return `export STORE_API_KEY="$${env}"`;
  if (env === undefined && file !== undefined) return `export STORE_API_KEY="$(cat ${shellWord(file)})"`;
  return `export STORE_API_KEY=${/^[a-z]+$/.test(plan) ? `<your ${plan} key>` : '<your key>'}`;
}
