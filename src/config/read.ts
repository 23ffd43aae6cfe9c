import { dirname, isAbsolute, join } from 'node:path';
import type { WaiverEntry } from '../judge/gate/waiver.ts';
import { PLAN_NAMES } from '../spec/plans.ts';
import { type ConfigDocument, type LinePosition, parseConfig } from './document.ts';
import { didYouMean, type Kind, type Path, readAs } from './kinds.ts';
import { type NewWaiver, WAIVER } from './sections.ts';
import { SETTING_ENTRIES, type StatedSettings } from './table.ts';
import { isLoopback, normalizedUrl } from './target-class.ts';
import { pointer, problemTexts, validate } from './validate.ts';

export type Target = StatedSettings & Readonly<Record<'name' | 'baseUrl', string>>;

/** A valid `storecheck.yaml`. Paths are resolved against its folder. */
export interface Config {
  readonly targets: ReadonlyMap<string, Target>;
  readonly waivers: readonly WaiverEntry[];
  readonly shared: StatedSettings;
  /** The place of a value, or of the mapping around it. Later problems need it, such as an unset variable. */
  readonly locate: (path: Path) => LinePosition;
}

/** Reads `storecheck.yaml` (YAML 1.2 or JSON); `file` is its path. Returns all problems, whose texts contain no value of the file. */
export function readConfig(text: string, file: string): Config | { readonly problems: readonly string[] } {
  // A byte order mark would shift the columns of the first line.
  const document = parseConfig(text.startsWith('\ufeff') ? text.slice(1) : text);
  if ('message' in document) return { problems: problemTexts([document], file) };
  const { problems, addProblem, namesAt, read, settingsAt } = valueReader(document, file);
  const targets = new Map(
    namesAt(['targets']).map((name): [string, Target] => {
      const values = settingsAt('yaml', ['targets', name]);
      checkTarget(values, (path, message) => addProblem(['targets', name, ...path], message));
      return [name, { baseUrl: '', ...values, name }];
    }),
  );
  const names = [...targets.keys()];
  const firstLineOf = new Map<string, number>();
  const waivers = namesAt(['waivers']).flatMap((index) => {
    const waiver = read(WAIVER, ['waivers', index]);
    if (waiver === undefined) return [];
    const { target } = waiver;
    // The target may be the host of a --base-url.
    if (target !== undefined && !targets.has(target) && !/^localhost$|[.:]/.test(target))
      addProblem(['waivers', index, 'target'], `no target has this name${hintFor(target, 'targets', names)}`);
    const { line } = document.position(['waivers', index]);
    const identity = waiverIdentity(waiver);
    const firstLine = firstLineOf.get(identity);
    if (firstLine !== undefined)
      addProblem(['waivers', index], `duplicate of the waiver on line ${firstLine}: remove one`);
    firstLineOf.set(identity, firstLine ?? line);
    return [{ ...waiver, line }];
  });
  const shared = settingsAt('shared', []);
  const planNames = [...new Set([...PLAN_NAMES, ...(shared.capacityPlans?.keys() ?? [])])];
  for (const plan of shared.capacityKeys?.keys() ?? [])
    if (!planNames.includes(plan))
      addProblem(['capacity', 'keys', plan], `unknown plan${hintFor(plan, 'plans', planNames)}`);
  if (problems.length > 0) return { problems: problemTexts(problems, file) };
  return { targets, waivers, shared, locate: document.position };
}

const isWithin = (path: string, outer: string) => path === outer || path.startsWith(`${outer}/`);

/** Validates a file, and returns functions that read its valid values and collect further problems. */
function valueReader(document: ConfigDocument, file: string) {
  const { problems, invalidPaths } = validate(document);
  const addProblem = (path: Path, message: string): undefined => {
    problems.push({ position: document.position(path), path, message });
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
    const wanted = pointer(at);
    const isInvalid = invalidPaths.some((invalid) => isWithin(invalid, wanted) || isWithin(wanted, invalid));
    if (found === undefined || isInvalid) return undefined;
    return readAs(kind, found, {
      report: (problem, below = []) => addProblem([...at, ...below], problem),
      path: (path) => resolveAgainst(file, path),
      source: (below) => document.source([...at, ...below]),
    });
  };
  const settingsAt = (place: 'yaml' | 'shared', at: Path): StatedSettings =>
    Object.fromEntries(
      SETTING_ENTRIES.flatMap(([name, { kind, [place]: path }]) => {
        const stated = path === undefined ? undefined : read(kind, [...at, ...path.split('.')]);
        return stated === undefined ? [] : [[name, stated]];
      }),
    );
  return { problems, addProblem, namesAt, read, settingsAt };
}

/** What a waiver accepts. A file must not have two waivers with one identity, because their reasons and dates may differ. */
export const waiverIdentity = (waiver: NewWaiver) =>
  JSON.stringify([waiver.requirement, waiver.plan, waiver.target, waiver.signature]);

/** Adds the problems of a target that its schema cannot show. */
function checkTarget(
  { baseUrl, class: targetClass, key: keys = [], secondKey = [], ...target }: StatedSettings,
  addProblem: (path: Path, message: string) => void,
): void {
  const url = baseUrl === undefined ? undefined : new URL(baseUrl);
  if (targetClass === 'local' && url !== undefined && !isLoopback(url))
    addProblem(
      ['class'],
      'local is only for this machine (127.0.0.1, ::1, localhost), not for other hosts: use staging or production, or remove class (the default is production)',
    );
  for (const name of ['ca', 'clientCertificate'] as const)
    if (url?.protocol === 'http:' && target[name] !== undefined)
      addProblem([name], 'http has no TLS: use https:// in baseUrl, or remove this');
  for (const { plan } of secondKey)
    if (!keys.some((key) => key.plan === plan))
      addProblem(['secondKeys', plan], `the first key of this plan is missing: add keys.${plan}`);
}

/** The likely meaning of an unknown name, or else the known names. */
const hintFor = (typed: string, kind: string, names: readonly string[]) =>
  didYouMean(typed, names) || `; the ${kind} are ${names.slice(0, 20).join(', ') || 'missing'}`;

export const resolveAgainst = (configFile: string, path: string): string =>
  isAbsolute(path) ? path : join(dirname(configFile), path);

/** The target of a run by its name, or else by its base URL: a run with --base-url has the name of the host. */
export function knownTarget(targets: Iterable<Target>, { name, baseUrl }: Pick<Target, 'name' | 'baseUrl'>) {
  const known = [...targets];
  const hasBaseUrl = (target: Target) => normalizedUrl(target.baseUrl) === normalizedUrl(baseUrl);
  return known.find((target) => target.name === name) ?? known.find(hasBaseUrl);
}
