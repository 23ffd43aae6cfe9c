import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { didYouMean } from '../../config/did-you-mean.ts';
import type { KeySource } from '../../config/kinds.ts';
import { type ApiKey, apiKey, isEmptyKey, isSameKey } from '../../exchange/api-key.ts';
import type { RecordedKeySource } from '../../exchange/records/run-record.ts';
import { codeOf } from '../../io/files.ts';
import type { Env } from '../../io/io.ts';
import { keyVariable } from '../../result/curl.ts';
import { isPlanName, PLAN_NAMES, type PlanName } from '../../spec/plans.ts';
import type { Problems } from '../console/problems.ts';
import { type Call, lineOfKey } from './call.ts';

export type Keys = Partial<Record<PlanName, ApiKey>>;

export interface KeyReference {
  readonly plan: PlanName;
  /** The option in messages; undefined for a default variable. */
  readonly option?: string;
  /** Undefined if the option has no valid source, which is a problem. */
  readonly source: KeySource | undefined;
  /** The option, or the file and line of the configuration, that names the source. */
  readonly place?: string;
  /** The plan's default variable, if it is set and the target names another source. */
  readonly unused?: string;
}

/** The keys of `--key`, else of the target, else of the variables. */
export function keyReferences(call: Call): KeyReference[] {
  const typed = typedReferences('key', call);
  if (typed !== undefined) return typed;
  const { target, file } = call.from;
  const { env } = call.io;
  const ofTarget = PLAN_NAMES.flatMap((plan): KeyReference[] => {
    const [source] = target?.keys?.[plan] ?? [];
    const variable = keyVariable(plan);
    if (source === undefined) return [];
    const isUnused = env[variable] !== undefined && !('env' in source && source.env === variable);
    const option = `${file}: targets.${target?.name}.keys.${plan}`;
    return [{ plan, option, source, place: lineOfKey(call.from, plan), ...(isUnused ? { unused: variable } : {}) }];
  });
  if (ofTarget.length > 0) return ofTarget;
  return PLAN_NAMES.flatMap((plan) => {
    const variable = keyVariable(plan);
    return env[variable] === undefined ? [] : [{ plan, source: { env: variable } }];
  });
}

/** The sources for the record of the run, by plan. */
export const keySourcesOf = (references: readonly KeyReference[]): Record<string, RecordedKeySource> =>
  Object.fromEntries(
    references.flatMap(({ plan, source, place, unused }) =>
      source === undefined ? [] : [[plan, { ...source, ...(place && { place }), ...(unused && { unused }) }]],
    ),
  );

export function secondKeyReferences(call: Call): KeyReference[] {
  const typed = typedReferences('secondKey', call);
  if (typed !== undefined) return typed;
  const { target, file } = call.from;
  return PLAN_NAMES.flatMap((plan): KeyReference[] => {
    const [own] = target?.secondKeys?.[plan] ?? [];
    const source = own ?? target?.keys?.[plan]?.[1];
    const option = `${file}: targets.${target?.name}.${own === undefined ? 'keys' : 'secondKeys'}.${plan}`;
    return source === undefined ? [] : [{ plan, option, source }];
  });
}

/** The sources of a repeatable option; undefined without it. Messages never repeat the text after the `=`: it may be the key. */
export function typedReferences(name: KeyOption, { flags, problems }: Call): KeyReference[] | undefined {
  const { [name]: typed = [] } = flags;
  if (typed.length === 0) return undefined;
  const option = KEY_OPTIONS[name];
  const references = new Map<PlanName, KeyReference>();
  for (const text of typed) {
    const [plan = '', source] = text.split(/=(.*)/s);
    if (!isPlanName(plan)) problems.add(`${option}: ${unknownPlan(plan)}${how(option)}`);
    else if (source === undefined) problems.add(`${option} ${plan}: the source of the key is missing; ${how(option)}`);
    else if (references.has(plan)) problems.add(`${option} ${plan} is duplicate: use one key per plan`);
    else {
      const parsed = parsedSource(source) ?? problems.add(`${option} ${plan}: ${how(option)}`);
      references.set(plan, { plan, option: `${option} ${plan}`, source: parsed, place: option });
    }
  }
  return [...references.values()];
}

const KEY_OPTIONS = { key: '--key', secondKey: '--second-key', daily: '--daily' } as const;
type KeyOption = keyof typeof KEY_OPTIONS;

/** The source in `env:NAME` or `file:PATH`. */
export function parsedSource(text: string): KeySource | undefined {
  const [, kind, name = ''] = /^(env|file):(.*)$/s.exec(text) ?? [];
  if (kind === undefined) return undefined;
  return kind === 'env' ? { env: name } : { file: name };
}

/** Reads keys as `free#1`, `free#2` …. Adds a problem for each unreadable key and returns it empty. */
export function readKeys(references: readonly KeyReference[], number: number, call: Call): Keys {
  return Object.fromEntries(
    references.map((reference) => {
      const { plan } = reference;
      return [plan, apiKey(`${plan}#${number}`, readValue(reference, call) ?? '')];
    }),
  );
}

function readValue({ option, source }: KeyReference, call: Call): string | undefined {
  if (source === undefined) return undefined;
  const where = option === undefined ? '' : `${option}: `;
  const text = sourceText(where, source, call);
  if (text === undefined) return undefined;
  return 'env' in source
    ? checked(text, `${where}the variable ${source.env}`, call.problems)
    : checked(text.replace(/\r?\n$/, ''), `${where}the file ${source.file}`, call.problems);
}

/** The text of a variable or a file. Adds a problem that begins with `where` if there is none. */
export function sourceText(where: string, source: KeySource, { io, problems }: Call): string | undefined {
  if ('env' in source) return io.env[source.env] ?? problems.add(`${where}${unsetVariable(source.env)}`);
  try {
    return readFileSync(resolve(io.cwd, source.file), 'utf8');
  } catch (error) {
    return problems.add(`${where}cannot read ${fileName(source.file, io.cwd)} (${codeOf(error)})`);
  }
}

/** Adds a problem for a key that is used twice: it would make every count wrong. The message never contains the key. */
export function addDuplicateKeys(named: Readonly<Record<string, Keys>>, problems: Problems): void {
  const all = Object.entries(named).flatMap(([option, keys]) =>
    PLAN_NAMES.flatMap((plan) => {
      const key = keys[plan];
      return key === undefined || isEmptyKey(key) ? [] : [{ key, name: `${option} ${plan}` }];
    }),
  );
  for (const [index, { key, name }] of all.entries()) {
    const other = all.slice(0, index).find((one) => isSameKey(one.key, key));
    if (other !== undefined) problems.add(`${other.name} and ${name} are the same key: each limit needs its own key`);
  }
}

export function keyAdvice(plan: PlanName, references: readonly KeyReference[], env: Env): string {
  const variable = keyVariable(plan);
  if (references.every(({ option }) => option === undefined))
    return `add --key ${plan}=env:NAME or --key ${plan}=file:PATH, or set ${variable}`;
  return env[variable] === undefined
    ? `add --key ${plan}=env:NAME or --key ${plan}=file:PATH`
    : `${variable} is ignored, because --key or the target names keys of other plans; add --key ${plan}=env:${variable}`;
}

const how = (option: string) =>
  `name a source, not the key itself: ${option} PLAN=env:NAME or ${option} PLAN=file:PATH`;

/** Repeats the typed plan only if it is similar to one: it may be part of a key. */
function unknownPlan(typed: string): string {
  const near = /^[a-z]{2,12}$/i.test(typed) ? didYouMean(typed.toLowerCase(), PLAN_NAMES) : '';
  return near === '' ? `the plans are ${PLAN_NAMES.join(', ')}; ` : `unknown plan ${typed}${near}; `;
}

/** `env:$NAME` expands to the key, so only a text that looks like a variable name is repeated. */
function unsetVariable(name: string): string {
  if (/^[A-Z_][A-Z0-9_]*$/.test(name)) return `the variable ${name} is not set: export it, or use a file`;
  return 'the text after env: is not the name of a set variable (use env:NAME, not env:$NAME)';
}

/** Only a text that looks like a path is repeated: it may be a pasted key. */
const fileName = (text: string, cwd: string) => (isPath(text, cwd) ? text : 'the file named after file:');

const isPath = (text: string, cwd: string) => /[/\\]/.test(text) && existsSync(dirname(resolve(cwd, text)));

/** Shorter keys occur by chance in any text, and redacting them would damage the evidence. */
export const SHORTEST_KEY = 6;

/** A header can carry it. */
export const isPrintable = (key: string) => /^[\x21-\x7e]+$/.test(key);

function checked(value: string, where: string, problems: Problems): string {
  if (value.trim() === '') problems.add(`${where} is empty: it must contain the key`);
  else if (/[\r\n]/.test(value)) problems.add(`${where} has several lines: a key is one line`);
  else if (!isPrintable(value))
    problems.add(
      `${where} has spaces or characters that are not valid in a header: a key is printable ASCII without spaces`,
    );
  else if (value.length < SHORTEST_KEY)
    problems.add(`${where} has fewer than ${SHORTEST_KEY} characters: such a key cannot be redacted safely`);
  return value;
}
