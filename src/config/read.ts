import { dirname, isAbsolute, join } from 'node:path';
import type { WaiverEntry } from '../judge/gate/waiver.ts';
import { PLAN_NAMES } from '../spec/plans.ts';
import { type LinePosition, parseConfig } from './document.ts';
import { didYouMean, type Kind, type Path } from './kinds.ts';
import { WAIVER } from './sections.ts';
import { ROWS, type Values } from './table.ts';
import { addressOf, isLoopback } from './target-class.ts';
import { pointer, problemTexts, validate, withoutKeys } from './validate.ts';

export interface Target extends Values {
  readonly name: string;
  readonly baseUrl: string;
}

/** A valid `storecheck.yaml`. Paths are resolved against its folder. */
export interface Config {
  readonly targets: ReadonlyMap<string, Target>;
  readonly waivers: readonly WaiverEntry[];
  /** The settings of all targets, and of capacity. */
  readonly shared: Values;
  /** The place of a value or its nearest mapping, for later problems such as an unset variable. */
  readonly locate: (path: Path) => LinePosition;
}

/** Reads `storecheck.yaml` (YAML 1.2 or JSON); `file` is its path. Reports all problems, and never a value of the file. */
export function readConfig(text: string, file: string): Config | { readonly problems: readonly string[] } {
  // A byte order mark would shift the columns of the first line.
  const document = parseConfig(text.startsWith('\ufeff') ? text.slice(1) : text);
  if ('message' in document)
    return { problems: problemTexts([{ ...document, path: withoutKeys(document.path) }], file) };
  const { flaws, broken } = validate(document);
  const say = (path: Path, message: string): undefined => {
    flaws.push({ position: document.position(path), path, message });
  };
  const value = (path: Path): unknown =>
    path.reduce<unknown>(
      (part, name) => (part instanceof Object ? Reflect.get(part, name) : undefined),
      document.value,
    );
  /** The value at a path, unless a part of it breaks the schema. */
  const read = <T>(kind: Kind<T>, at: Path): T | undefined => {
    const found = value(at);
    const isBelow = (one: string, other: string) => one === other || one.startsWith(`${other}/`);
    if (found === undefined || broken.some((one) => isBelow(one, pointer(at)) || isBelow(pointer(at), one)))
      return undefined;
    const before = flaws.length;
    const result = kind.read(found, {
      report: (problem, below = []) => say([...at, ...below], problem),
      path: (path) => resolveAgainst(file, path),
      source: (below) => document.source([...at, ...below]),
    });
    if (result === undefined && flaws.length === before) say(at, `expected ${kind.schema['title']}`);
    return result;
  };
  const valuesAt = (place: 'yaml' | 'shared', at: Path): Values =>
    Object.fromEntries(
      ROWS.flatMap(([name, { kind, [place]: path }]) => {
        const stated = path === undefined ? undefined : read(kind, [...at, ...path.split('.')]);
        return stated === undefined ? [] : [[name, stated]];
      }),
    );
  const targets = new Map(
    Object.keys(value(['targets']) ?? {}).map((name): [string, Target] => {
      const values = valuesAt('yaml', ['targets', name]);
      checkTarget(values, (path, message) => say(['targets', name, ...path], message));
      return [name, { baseUrl: '', ...values, name }];
    }),
  );
  const names = [...targets.keys()];
  const first = new Map<string, number>();
  const waivers = Object.keys(value(['waivers']) ?? {}).flatMap((index) => {
    const waiver = read(WAIVER, ['waivers', index]);
    if (waiver === undefined) return [];
    const { target } = waiver;
    if (target !== undefined && !targets.has(target) && !isHostName(target))
      say(
        ['waivers', index, 'target'],
        `no target has this name${didYouMean(target, names) || known('targets', names)}`,
      );
    const { line } = document.position(['waivers', index]);
    const identity = identityOf(waiver);
    const before = first.get(identity);
    if (before !== undefined) say(['waivers', index], `duplicate of the waiver on line ${before}: remove one`);
    first.set(identity, before ?? line);
    return [{ ...waiver, line }];
  });
  const shared = valuesAt('shared', []);
  const planNames = [...new Set([...PLAN_NAMES, ...(shared.customers?.keys() ?? [])])];
  for (const plan of shared.pool?.keys() ?? [])
    if (!planNames.includes(plan))
      say(['capacity', 'keys', plan], `unknown plan${didYouMean(plan, planNames) || known('plans', planNames)}`);
  if (flaws.length > 0) return { problems: problemTexts(flaws, file) };
  return { targets, waivers, shared, locate: document.position };
}

/** What two waivers must not share. */
export const identityOf = (waiver: Omit<WaiverEntry, 'line'>) =>
  JSON.stringify([waiver.requirement, waiver.plan, waiver.target, waiver.signature]);

function checkTarget(
  { baseUrl, class: targetClass, key: keys = [], secondKey = [], ...target }: Values,
  say: (path: Path, message: string) => void,
): void {
  const url = baseUrl === undefined ? undefined : new URL(baseUrl);
  if (targetClass === 'local' && url !== undefined && !isLoopback(url))
    say(
      ['class'],
      'local is only for this machine (127.0.0.1, ::1, localhost), not for other hosts: use staging or production, or remove class (the default is production)',
    );
  for (const name of ['ca', 'clientCertificate'] as const)
    if (url?.protocol === 'http:' && target[name] !== undefined)
      say([name], 'http has no TLS: use https:// in baseUrl, or remove this');
  for (const { plan } of secondKey)
    if (!keys.some((one) => one.plan === plan))
      say(['secondKeys', plan], `the first key of this plan is missing: add keys.${plan}`);
}

const known = (what: string, names: readonly string[]) =>
  `; the ${what} are ${names.slice(0, 20).join(', ') || 'missing'}`;

const isHostName = (target: string) => target === 'localhost' || /[.:]/.test(target);

export const resolveAgainst = (configFile: string, path: string): string =>
  isAbsolute(path) ? path : join(dirname(configFile), path);

/** The target that a run was sent to. A run with --base-url is named after its host: then the target with this base URL counts. */
export function knownTarget(targets: Iterable<Target>, { name, baseUrl }: Pick<Target, 'name' | 'baseUrl'>) {
  const all = [...targets];
  return (
    all.find((target) => target.name === name) ?? all.find((target) => addressOf(target.baseUrl) === addressOf(baseUrl))
  );
}
