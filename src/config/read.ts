import { dirname, isAbsolute, join } from 'node:path';
import type { WaiverEntry } from '../judge/gate/waiver.ts';
import { PLAN_NAMES } from '../spec/plans.ts';
import { type ConfigDocument, type LinePosition, parseConfig } from './document.ts';
import { didYouMean, type Kind, type Path, readAs } from './kinds.ts';
import { type NewWaiver, WAIVER } from './sections.ts';
import { ROWS, type StatedSettings } from './table.ts';
import { addressOf, isLoopback } from './target-class.ts';
import { pointer, problemTexts, validate, withoutKeys } from './validate.ts';

export interface Target extends StatedSettings {
  readonly name: string;
  readonly baseUrl: string;
}

/** A valid `storecheck.yaml`. Paths are resolved against its folder. */
export interface Config {
  readonly targets: ReadonlyMap<string, Target>;
  readonly waivers: readonly WaiverEntry[];
  readonly shared: StatedSettings;
  /** The place of a value or its nearest mapping, for later problems such as an unset variable. */
  readonly locate: (path: Path) => LinePosition;
}

/** Reads `storecheck.yaml` (YAML 1.2 or JSON); `file` is its path. Reports all problems, and never a value of the file. */
export function readConfig(text: string, file: string): Config | { readonly problems: readonly string[] } {
  // A byte order mark would shift the columns of the first line.
  const document = parseConfig(text.startsWith('\ufeff') ? text.slice(1) : text);
  if ('message' in document)
    return { problems: problemTexts([{ ...document, path: withoutKeys(document.path) }], file) };
  const { flaws, addFlaw, namesAt, read, settingsAt } = valueReader(document, file);
  const targets = new Map(
    namesAt(['targets']).map((name): [string, Target] => {
      const values = settingsAt('yaml', ['targets', name]);
      checkTarget(values, (path, message) => addFlaw(['targets', name, ...path], message));
      return [name, { baseUrl: '', ...values, name }];
    }),
  );
  const names = [...targets.keys()];
  const firstLineOf = new Map<string, number>();
  const waivers = namesAt(['waivers']).flatMap((index) => {
    const waiver = read(WAIVER, ['waivers', index]);
    if (waiver === undefined) return [];
    const { target } = waiver;
    if (target !== undefined && !targets.has(target) && !isHostName(target))
      addFlaw(
        ['waivers', index, 'target'],
        `no target has this name${didYouMean(target, names) || known('targets', names)}`,
      );
    const { line } = document.position(['waivers', index]);
    const identity = waiverIdentity(waiver);
    const before = firstLineOf.get(identity);
    if (before !== undefined) addFlaw(['waivers', index], `duplicate of the waiver on line ${before}: remove one`);
    firstLineOf.set(identity, before ?? line);
    return [{ ...waiver, line }];
  });
  const shared = settingsAt('shared', []);
  const planNames = [...new Set([...PLAN_NAMES, ...(shared.capacityPlans?.keys() ?? [])])];
  for (const plan of shared.capacityKeys?.keys() ?? [])
    if (!planNames.includes(plan))
      addFlaw(['capacity', 'keys', plan], `unknown plan${didYouMean(plan, planNames) || known('plans', planNames)}`);
  if (flaws.length > 0) return { problems: problemTexts(flaws, file) };
  return { targets, waivers, shared, locate: document.position };
}

const isWithin = (path: string, other: string) => path === other || path.startsWith(`${other}/`);

function valueReader(document: ConfigDocument, file: string) {
  const { flaws, invalidPaths } = validate(document);
  const addFlaw = (path: Path, message: string): undefined => {
    flaws.push({ position: document.position(path), path, message });
  };
  const valueAt = (path: Path): unknown =>
    path.reduce<unknown>(
      (part, name) => (part instanceof Object ? Reflect.get(part, name) : undefined),
      document.value,
    );
  const namesAt = (path: Path): string[] => Object.keys(valueAt(path) ?? {});
  /** The value at a path, unless a part of it violates the schema. */
  const read = <T>(kind: Kind<T>, at: Path): T | undefined => {
    const found = valueAt(at);
    const own = pointer(at);
    if (found === undefined || invalidPaths.some((one) => isWithin(one, own) || isWithin(own, one))) return undefined;
    return readAs(kind, found, {
      report: (problem, below = []) => addFlaw([...at, ...below], problem),
      path: (path) => resolveAgainst(file, path),
      source: (below) => document.source([...at, ...below]),
    });
  };
  const settingsAt = (place: 'yaml' | 'shared', at: Path): StatedSettings =>
    Object.fromEntries(
      ROWS.flatMap(([name, { kind, [place]: path }]) => {
        const stated = path === undefined ? undefined : read(kind, [...at, ...path.split('.')]);
        return stated === undefined ? [] : [[name, stated]];
      }),
    );
  return { flaws, addFlaw, namesAt, read, settingsAt };
}

/** Two waivers with the same one would leave open whose reason and date count. */
export const waiverIdentity = (waiver: NewWaiver) =>
  JSON.stringify([waiver.requirement, waiver.plan, waiver.target, waiver.signature]);

function checkTarget(
  { baseUrl, class: targetClass, key: keys = [], secondKey = [], ...target }: StatedSettings,
  addFlaw: (path: Path, message: string) => void,
): void {
  const url = baseUrl === undefined ? undefined : new URL(baseUrl);
  if (targetClass === 'local' && url !== undefined && !isLoopback(url))
    addFlaw(
      ['class'],
      'local is only for this machine (127.0.0.1, ::1, localhost), not for other hosts: use staging or production, or remove class (the default is production)',
    );
  for (const name of ['ca', 'clientCertificate'] as const)
    if (url?.protocol === 'http:' && target[name] !== undefined)
      addFlaw([name], 'http has no TLS: use https:// in baseUrl, or remove this');
  for (const { plan } of secondKey)
    if (!keys.some((one) => one.plan === plan))
      addFlaw(['secondKeys', plan], `the first key of this plan is missing: add keys.${plan}`);
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
