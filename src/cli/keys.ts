import { readFileSync } from 'node:fs';
import { isPlanName, PLAN_NAMES, type PlanName } from '../spec/plans.ts';
import { didYouMean, type Problems } from './problems.ts';

export type Keys = Partial<Record<PlanName, string>>;

const HOW = 'give a source, never a value: --key PLAN=env:NAME or --key PLAN=file:PATH';

/**
 * Reads the keys of `--key PLAN=SOURCE`, or of STORE_API_KEY_FREE, _PRO, _BUSINESS, _ENTERPRISE where no `--key` was given.
 * Nothing that was typed after the `=` is repeated in a message: it may be the key itself.
 */
export function readKeys(options: readonly string[], env: NodeJS.ProcessEnv, problems: Problems): Keys {
  const keys: Keys = {};
  if (options.length === 0) {
    for (const plan of PLAN_NAMES) {
      const name = `STORE_API_KEY_${plan.toUpperCase()}`;
      if (env[name] !== undefined) keys[plan] = checked(env[name], `the variable ${name}`, problems);
    }
    return keys;
  }
  for (const option of options) {
    const [plan = '', ...rest] = option.split('=');
    const source = rest.join('=');
    if (rest.length === 0) problems.add(`--key: ${HOW}`);
    else if (!isPlanName(plan))
      problems.add(
        `--key: no plan ${JSON.stringify(plan.slice(0, 12))}${didYouMean(plan, PLAN_NAMES)}; plans are ${PLAN_NAMES.join(', ')}`,
      );
    else if (keys[plan] !== undefined) problems.add(`--key ${plan}: given twice; one key a plan`);
    else keys[plan] = fromSource(plan, source, env, problems) ?? '';
  }
  return keys;
}

function fromSource(plan: PlanName, source: string, env: NodeJS.ProcessEnv, problems: Problems): string | undefined {
  if (source.startsWith('env:')) {
    const name = source.slice('env:'.length);
    const value = env[name];
    if (value === undefined)
      return problems.add(`--key ${plan}: the variable ${name} is not set; export it, or use file:PATH`);
    return checked(value, `--key ${plan}: the variable ${name}`, problems);
  }
  if (source.startsWith('file:')) {
    const path = source.slice('file:'.length);
    try {
      return checked(readFileSync(path, 'utf8').replace(/\r?\n$/, ''), `--key ${plan}: the file ${path}`, problems);
    } catch (error) {
      return problems.add(
        `--key ${plan}: cannot read ${path} (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'})`,
      );
    }
  }
  return problems.add(`--key ${plan}: ${HOW}`);
}

/** Shorter keys would be found by chance in any text, and redacting them would spoil the evidence. */
const SHORTEST_KEY = 6;

function checked(value: string, where: string, problems: Problems): string {
  if (value.trim() === '') problems.add(`${where} is empty; it must hold the key`);
  else if (/[\r\n]/.test(value)) problems.add(`${where} holds several lines; a key is one line`);
  else if (value !== value.trim() || !/^[\x21-\x7e]+$/.test(value))
    problems.add(
      `${where} holds blanks or characters that no header can carry; a key is printable ASCII without blanks`,
    );
  else if (value.length < SHORTEST_KEY)
    problems.add(`${where} holds fewer than ${SHORTEST_KEY} characters; that cannot be redacted safely`);
  return value;
}
