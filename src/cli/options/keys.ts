import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Io } from '../../io/io.ts';
import { keyVariable } from '../../result/key-variable.ts';
import { isPlanName, PLAN_NAMES, type PlanName } from '../../spec/plans.ts';
import { didYouMean, type Problems } from '../console/problems.ts';
import { codeOf } from '../files/error-code.ts';

/** Where keys are read from: variables and files. */
export type KeyPlaces = Pick<Io, 'env' | 'cwd'>;

export type Keys = Partial<Record<PlanName, string>>;

/**
 * Reads the keys of `--key PLAN=SOURCE`, or of STORE_API_KEY_FREE, _PRO, _BUSINESS, _ENTERPRISE where no `--key` was given (and the target gives no key).
 * Nothing that was typed after the `=` is repeated in a message: it may be the key itself.
 */
export function readKeys(options: readonly string[], io: KeyPlaces, problems: Problems): Keys {
  if (options.length > 0) return readKeySources('--key', options, io, problems);
  const keys: Keys = {};
  for (const plan of PLAN_NAMES) {
    const name = keyVariable(plan);
    const value = io.env[name];
    if (value !== undefined) keys[plan] = checked(value, `the variable ${name}`, problems);
  }
  return keys;
}

/** The keys of one repeatable option of the form PLAN=SOURCE. */
export function readKeySources(option: string, given: readonly string[], io: KeyPlaces, problems: Problems): Keys {
  const keys: Keys = {};
  for (const text of given) {
    const [plan = '', ...rest] = text.split('=');
    const source = rest.join('=');
    if (!isPlanName(plan)) problems.add(`${option}: ${unknownPlan(plan)}${how(option)}`);
    else if (rest.length === 0) problems.add(`${option} ${plan}: where the key comes from is missing; ${how(option)}`);
    else if (keys[plan] !== undefined) problems.add(`${option} ${plan}: given twice; one key a plan`);
    else keys[plan] = fromSource(`${option} ${plan}`, source, io, problems) ?? '';
  }
  return keys;
}

/** A key that stands for two plans or two customers makes every count wrong; none of its characters are repeated. */
export function tellSameKeys(named: readonly (readonly [option: string, key: string])[], problems: Problems): void {
  const first = new Map<string, string>();
  for (const [option, key] of named) {
    const other = first.get(key);
    if (key !== '' && other !== undefined)
      problems.add(`${other} and ${option} name the same key; each limit needs a key of its own`);
    else first.set(key, option);
  }
}

/** How to give a plan's key that is missing, beside those that were given. */
export function toGive(plan: PlanName, given: readonly string[], io: KeyPlaces): string {
  const variable = keyVariable(plan);
  if (given.length === 0) return `give --key ${plan}=env:NAME or --key ${plan}=file:PATH, or set ${variable}`;
  return io.env[variable] === undefined
    ? `add --key ${plan}=env:NAME or --key ${plan}=file:PATH`
    : `${variable} is set, but not read where --key is given or the target gives keys of other plans; add --key ${plan}=env:${variable}`;
}

const how = (option: string) => `give a source, never a value: ${option} PLAN=env:NAME or ${option} PLAN=file:PATH`;

function fromSource(where: string, source: string, { env, cwd }: KeyPlaces, problems: Problems): string | undefined {
  if (source.startsWith('env:')) {
    const name = source.slice('env:'.length);
    const value = env[name];
    if (value === undefined) return problems.add(`${where}: ${unsetVariable(name)}`);
    return checked(value, `${where}: the variable ${name}`, problems);
  }
  if (source.startsWith('file:')) {
    const path = source.slice('file:'.length);
    try {
      return checked(
        readFileSync(resolve(cwd, path), 'utf8').replace(/\r?\n$/, ''),
        `${where}: the file ${path}`,
        problems,
      );
    } catch (error) {
      const code = codeOf(error, 'unknown');
      return problems.add(`${where}: cannot read ${isPath(path, cwd) ? path : 'the file named after file:'} (${code})`);
    }
  }
  return problems.add(`${where}: ${how(where.split(' ')[0] ?? where)}`);
}

/** The plan as typed only where it is nearly one: it may be the beginning of a key. */
function unknownPlan(typed: string): string {
  const near = /^[a-z]{2,12}$/i.test(typed) ? didYouMean(typed.toLowerCase(), PLAN_NAMES) : '';
  return near === '' ? `plans are ${PLAN_NAMES.join(', ')}; ` : `no plan ${typed}${near}; `;
}

/** `env:$NAME` expands to the value: what does not look like a variable's name is not repeated. */
function unsetVariable(name: string): string {
  if (/^[A-Z_][A-Z0-9_]*$/.test(name)) return `the variable ${name} is not set; export it, or use file:PATH`;
  return 'what stands after env: is not the name of a variable that is set (write env:NAME, not env:$NAME)';
}

const isPath = (text: string, cwd: string) => /[/\\]/.test(text) && existsSync(dirname(resolve(cwd, text)));

/** Shorter keys would be found by chance in any text, and redacting them would spoil the evidence. */
export const SHORTEST_KEY = 6;

/** A header can carry it. */
export const isPrintable = (key: string) => /^[\x21-\x7e]+$/.test(key);

function checked(value: string, where: string, problems: Problems): string {
  if (value.trim() === '') problems.add(`${where} is empty; it must hold the key`);
  else if (/[\r\n]/.test(value)) problems.add(`${where} holds several lines; a key is one line`);
  else if (!isPrintable(value))
    problems.add(
      `${where} holds blanks or characters that no header can carry; a key is printable ASCII without blanks`,
    );
  else if (value.length < SHORTEST_KEY)
    problems.add(`${where} holds fewer than ${SHORTEST_KEY} characters; that cannot be redacted safely`);
  return value;
}
