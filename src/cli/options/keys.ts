import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { KeySource, Target } from '../../config/index.ts';
import { type ApiKey, apiKey, isEmptyKey, isSameKey } from '../../exchange/index.ts';
import type { Env } from '../../io/env.ts';
import type { Io } from '../../io/io.ts';
import { keyVariable } from '../../result/key-variable.ts';
import { isPlanName, PLAN_NAMES, type PlanName } from '../../spec/plans.ts';
import { didYouMean, type Problems } from '../console/problems.ts';
import { codeOf } from '../files/error-code.ts';

/** Where keys are read from: variables and files. */
export type KeyPlaces = Pick<Io, 'env' | 'cwd'>;

export type Keys = Partial<Record<PlanName, ApiKey>>;

/** Where the key of a plan is. */
export interface KeyReference {
  readonly plan: PlanName;
  /** How a problem names the option; undefined for a variable that no option names. */
  readonly option?: string;
  /** Undefined if the option does not say it, which is among the problems then. */
  readonly source: KeySource | undefined;
}

/**
 * The keys of `--key`, else of the target, else of STORE_API_KEY_FREE, _PRO, _BUSINESS, _ENTERPRISE. A variable goes before the target's
 * source; those of plans that the target does not name hold another deployment's keys.
 */
export function keyReferences(
  typed: readonly string[],
  target: Target | undefined,
  env: Env,
  problems: Problems,
): KeyReference[] {
  if (typed.length > 0) return typedReferences('--key', typed, problems);
  const ofTarget = PLAN_NAMES.flatMap((plan): KeyReference[] => {
    const [source] = target?.keys[plan] ?? [];
    const variable = keyVariable(plan);
    if (source === undefined) return [];
    return [{ plan, option: `--key ${plan}`, source: env[variable] === undefined ? source : { env: variable } }];
  });
  if (ofTarget.length > 0) return ofTarget;
  return PLAN_NAMES.flatMap((plan) => {
    const variable = keyVariable(plan);
    return env[variable] === undefined ? [] : [{ plan, source: { env: variable } }];
  });
}

/** The second keys of `--second-key`, else of the target. */
export function secondKeyReferences(typed: readonly string[], target: Target | undefined, problems: Problems) {
  if (typed.length > 0) return typedReferences('--second-key', typed, problems);
  return PLAN_NAMES.flatMap((plan): KeyReference[] => {
    const source = target?.secondKeys[plan] ?? target?.keys[plan]?.[1];
    return source === undefined ? [] : [{ plan, option: `--second-key ${plan}`, source }];
  });
}

/** The sources of one repeatable option. Nothing that was typed after the `=` is repeated in a message: it may be the key itself. */
export function typedReferences(option: string, typed: readonly string[], problems: Problems): KeyReference[] {
  const references = new Map<PlanName, KeyReference>();
  for (const text of typed) {
    const [plan = '', source] = text.split(/=(.*)/s);
    if (!isPlanName(plan)) problems.add(`${option}: ${unknownPlan(plan)}${how(option)}`);
    else if (source === undefined)
      problems.add(`${option} ${plan}: where the key comes from is missing; ${how(option)}`);
    else if (references.has(plan)) problems.add(`${option} ${plan}: given twice; one key a plan`);
    else references.set(plan, { plan, option: `${option} ${plan}`, source: sourceOf(option, plan, source, problems) });
  }
  return [...references.values()];
}

function sourceOf(option: string, plan: PlanName, text: string, problems: Problems): KeySource | undefined {
  const [, kind, name = ''] = /^(env|file):(.*)$/s.exec(text) ?? [];
  if (kind === undefined) return problems.add(`${option} ${plan}: ${how(option)}`);
  return kind === 'env' ? { env: name } : { file: name };
}

/** Reads keys as `free#1`, `free#2` …; one that cannot be read is empty, and among the problems. */
export function readKeys(
  references: readonly KeyReference[],
  number: number,
  places: KeyPlaces,
  problems: Problems,
): Keys {
  return Object.fromEntries(
    references.map((reference) => {
      const { plan } = reference;
      return [plan, apiKey(`${plan}#${number}`, readValue(reference, places, problems) ?? '')];
    }),
  );
}

function readValue({ option, source }: KeyReference, { env, cwd }: KeyPlaces, problems: Problems): string | undefined {
  const where = option === undefined ? '' : `${option}: `;
  if (source === undefined) return undefined;
  if ('env' in source) {
    const value = env[source.env];
    if (value === undefined) return problems.add(`${where}${unsetVariable(source.env)}`);
    return checked(value, `${where}the variable ${source.env}`, problems);
  }
  const { file } = source;
  try {
    const text = readFileSync(resolve(cwd, file), 'utf8').replace(/\r?\n$/, '');
    return checked(text, `${where}the file ${file}`, problems);
  } catch (error) {
    const code = codeOf(error, 'unknown');
    return problems.add(`${where}cannot read ${isPath(file, cwd) ? file : 'the file named after file:'} (${code})`);
  }
}

/** A key that stands for two plans or two customers makes every count wrong; none of its characters are repeated. */
export function tellSameKeys(named: Readonly<Record<string, Keys>>, problems: Problems): void {
  const all = Object.entries(named).flatMap(([option, keys]) =>
    PLAN_NAMES.flatMap((plan) => {
      const key = keys[plan];
      return key === undefined || isEmptyKey(key) ? [] : [{ key, name: `${option} ${plan}` }];
    }),
  );
  for (const [index, { key, name }] of all.entries()) {
    const other = all.slice(0, index).find((one) => isSameKey(one.key, key));
    if (other !== undefined)
      problems.add(`${other.name} and ${name} name the same key; each limit needs a key of its own`);
  }
}

/** How to give a plan's key that is missing, beside those that were given. */
export function toGive(plan: PlanName, given: readonly KeyReference[], env: Env): string {
  const variable = keyVariable(plan);
  if (given.every(({ option }) => option === undefined))
    return `give --key ${plan}=env:NAME or --key ${plan}=file:PATH, or set ${variable}`;
  return env[variable] === undefined
    ? `add --key ${plan}=env:NAME or --key ${plan}=file:PATH`
    : `${variable} is set, but not read where --key is given or the target gives keys of other plans; add --key ${plan}=env:${variable}`;
}

const how = (option: string) => `give a source, never a value: ${option} PLAN=env:NAME or ${option} PLAN=file:PATH`;

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
