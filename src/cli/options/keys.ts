import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { didYouMean, type KeySource } from '../../config/kinds.ts';
import { SETTINGS, type Setting } from '../../config/table.ts';
import { type ApiKey, apiKey, isEmptyKey, isSameKey, keyVariable } from '../../exchange/api-key.ts';
import type { RecordedKeySource } from '../../exchange/records/run-record.ts';
import type { Problems } from '../../run/errors.ts';
import { PLAN_NAMES, type PlanName } from '../../spec/plans.ts';
import { readText } from '../files/folder.ts';
import { type Call, placeOf } from './call.ts';

export type Keys = Partial<Record<PlanName, ApiKey>>;

export interface KeyReference {
  readonly plan: string;
  /** The start of messages, which says where the source is named: `--key pro: `. Empty for a default variable. */
  readonly where: string;
  readonly source: KeySource & Pick<RecordedKeySource, 'place'>;
}

/** The key sources of a run: those that the user names, else the default variables. Keeps the first source of each plan. */
export function keyReferences(call: Call): KeyReference[] {
  const named = namedReferences('key', call, PLAN_NAMES);
  const references = named.length > 0 ? named : variableReferences(call);
  return references.filter(({ plan }, index) => references.findIndex((first) => first.plan === plan) === index);
}

/** The default variables that are set. */
export function variableReferences({ io }: Call): KeyReference[] {
  const variables = PLAN_NAMES.map((plan) => ({ plan, where: '', source: { env: keyVariable(plan) } }));
  return variables.filter(({ source }) => io.env[source.env] !== undefined);
}

/** The key sources of an option, else of the target. Messages never repeat the text after the `=`: it may be the key. */
export function namedReferences(name: 'key' | 'secondKey' | 'daily', call: Call, known: readonly string[]) {
  const { command, flags, config, settings, problems } = call;
  const { option = '', yaml = '' }: Setting = SETTINGS[name];
  const fix = `name a source, not the key itself: ${option} PLAN=env:NAME or ${option} PLAN=file:PATH`;
  const isTyped = flags[name] !== undefined;
  const references: KeyReference[] = [];
  // Only `capacity` takes several keys of a plan.
  for (const { plan, ...source } of settings[name] ?? []) {
    const { text, line } = isTyped ? { text: `${option} ${plan}`, line: option } : placeOf(config, yaml, plan);
    if (!known.includes(plan)) problems.add(`${option}: ${unknownPlan(plan, known)}${fix}`);
    else if ('isMalformed' in source) problems.add(`${option} ${plan}: ${fix}`);
    else if (isTyped && command !== 'capacity' && references.some((earlier) => earlier.plan === plan))
      problems.add(`${text} is duplicate: use one key per plan`);
    else references.push({ plan, where: `${text}: `, source: { ...source, place: line } });
  }
  return references;
}

/** Reads one key of each plan, and labels it `free#1` with the number 1. Adds a problem for an unreadable key, and returns it empty. */
export function readKeys(references: readonly KeyReference[], number: number, call: Call): Keys {
  return Object.fromEntries(
    references.map((reference) => {
      const keys = keysIn(reference, call);
      if (keys.length > 1) call.problems.add(`${sourceName(reference)} has several lines: a key is one line`);
      return [reference.plan, apiKey(`${reference.plan}#${number}`, keys[0]?.key ?? '')];
    }),
  );
}

/** The keys of a source, one per line. Adds a problem if there is none, and for the first malformed one. */
export function keysIn(reference: KeyReference, call: Call) {
  const { problems } = call;
  const text = sourceText(reference, call);
  if (text === undefined) return [];
  const name = sourceName(reference);
  const keys = text
    .split(/\r?\n/)
    .map((line, index) => ({ key: line.trim(), line: index + 1 }))
    .filter(({ key }) => key !== '');
  if (keys.length === 0) problems.add(`${name} is empty: it must contain the key`);
  const malformed = keys.find(({ key }) => key.length < MIN_KEY_LENGTH || !/^[\x21-\x7e]+$/.test(key));
  if (malformed !== undefined)
    problems.add(
      `${name}, line ${malformed.line}: a key has at least ${MIN_KEY_LENGTH} printable ASCII characters and no spaces`,
    );
  return keys;
}

/** The text of a variable or a file. Adds a problem if there is none. */
function sourceText({ where, source }: KeyReference, { io, problems }: Call): string | undefined {
  if ('env' in source) return io.env[source.env] ?? problems.add(`${where}${unsetVariable(source.env)}`);
  // The name may be a pasted key, so it is repeated only if it looks like a path.
  const isPath = /[/\\]/.test(source.file) && existsSync(dirname(resolve(io.cwd, source.file)));
  const name = isPath ? source.file : 'the file named after file:';
  return readText(source.file, `${where}cannot read ${name}`, problems, io);
}

/** The name of a source in messages. Only for a source that was read: another name may be a pasted key. */
export const sourceName = ({ where, source }: KeyReference): string =>
  `${where}the ${'env' in source ? `variable ${source.env}` : `file ${source.file}`}`;

/** Adds a problem for a key that is used twice: it would make every count wrong. The message never contains the key. */
export function addDuplicateKeys(keysByOption: Readonly<Record<string, Keys>>, problems: Problems): void {
  const used = Object.entries(keysByOption).flatMap(([option, keys]) =>
    PLAN_NAMES.flatMap((plan) => {
      const key = keys[plan];
      return key === undefined || isEmptyKey(key) ? [] : [{ key, name: `${option} ${plan}` }];
    }),
  );
  for (const [index, { key, name }] of used.entries()) {
    const first = used.slice(0, index).find((earlier) => isSameKey(earlier.key, key));
    if (first !== undefined) problems.add(`${first.name} and ${name} are the same key: each limit needs its own key`);
  }
}

/** The problem of an unknown plan. Repeats the typed word only if it is similar to a plan: it may be part of a key. */
function unknownPlan(typed: string, known: readonly string[]): string {
  const near = /^[a-z]{2,12}$/i.test(typed) ? didYouMean(typed.toLowerCase(), known) : '';
  return near === '' ? `the plans are ${known.join(', ')}; ` : `unknown plan ${typed}${near}; `;
}

/** The problem of an unset variable. The shell expands `env:$NAME` to the key, so only a text that looks like a name is repeated. */
function unsetVariable(name: string): string {
  if (/^[A-Z_][A-Z0-9_]*$/.test(name)) return `the variable ${name} is not set: export it, or use a file`;
  return 'the text after env: is not the name of a set variable (use env:NAME, not env:$NAME)';
}

/** Minimum characters of a key: shorter keys occur by chance in any text, and redacting these would damage the evidence. */
const MIN_KEY_LENGTH = 6;
