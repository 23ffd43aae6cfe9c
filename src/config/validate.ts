import { type SchemaError, validateConfig } from '../../generated/config.js';
import { PLAN_NAMES } from '../spec/plans.ts';
import type { ConfigDocument, Flaw } from './document.ts';
import { didYouMean, type Path } from './kinds.ts';

/** The schema's problems with the file, and the pointers of the invalid values. */
export function validate({ value, position }: ConfigDocument) {
  const flaws = new Map<string, Flaw>();
  const errors = validateConfig(value) ? [] : (validateConfig.errors ?? []);
  for (const error of errors) {
    const { keyword, params, schemaPath } = error;
    // `propertyNames` reports the whole name.
    if (schemaPath.includes('/propertyNames/')) continue;
    const around = pathOf(error);
    const name = params['additionalProperty'] ?? params['propertyName'] ?? params['missingProperty'];
    const path = name === undefined ? around : [...around, String(name)];
    // An invalid value violates several keywords; the first error is enough.
    if (!flaws.has(pointer(path)))
      flaws.set(pointer(path), {
        position: position(path),
        ...(name === undefined || keyword === 'required'
          ? { path, message: wrong(error, path) }
          : unknown(error, around, String(name))),
      });
  }
  return { flaws: [...flaws.values()], invalidPaths: [...flaws.keys()] };
}

const pathOf = ({ instancePath }: SchemaError): Path =>
  instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

export const pointer = (path: Path): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

interface Part {
  readonly title?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Part>>;
  readonly propertyNames?: Part;
  readonly examples?: readonly (string | number)[];
}

function wrong({ keyword, data, parentSchema }: SchemaError, path: Path): string {
  const part = (parentSchema ?? {}) as Part;
  const name = String(path.at(-1));
  // Only a new plan of the capacity section needs it.
  if (keyword === 'required' && name === 'perMinute')
    return `unknown plan${didYouMean(String(path.at(-2)), PLAN_NAMES)}; a new plan needs perMinute`;
  if (keyword === 'required') return `missing, e.g. ${name}: ${part.properties?.[name]?.examples?.[0]}`;
  if (keyword === 'uniqueItems') return 'the list has duplicates';
  const isKey = typeof data === 'string' && name !== 'file' && startOfKeys(path) >= 0;
  if (part.enum === undefined) return `expected ${part.title}${isKey ? '; never the key itself' : ''}`;
  return `expected one of ${part.enum.join(', ')}${didYouMean(String(data), part.enum)}`;
}

function unknown({ keyword, parentSchema }: SchemaError, around: Path, name: string): Omit<Flaw, 'position'> {
  const { properties = {}, propertyNames } = (parentSchema ?? {}) as Part;
  const known = keyword === 'additionalProperties' ? Object.keys(properties) : propertyNames?.enum;
  const path = [...around, name];
  if (known === undefined) return { path, message: `expected ${propertyNames?.title}` };
  const meant = didYouMean(name, known);
  if (meant !== '') return { path, message: `unknown key${meant}` };
  // A name with digits, or one where keys are named, may be a pasted key.
  const safe = withoutKeys([...around, /\d/.test(name) ? '…' : name]);
  return { path: safe, message: `unknown key; the keys here are ${known.join(', ')}` };
}

const OF_KEYS: readonly string[] = [...PLAN_NAMES, 'env', 'file'];

const startOfKeys = (path: Path): number => path.findIndex((part) => part === 'keys' || part === 'secondKeys');

/** A path without the names below `keys` that nobody knows: they may be pasted keys. */
export function withoutKeys(path: Path): Path {
  const from = startOfKeys(path);
  // Else the place in a list.
  const isHidden = (part: string) => !OF_KEYS.includes(part) && !/^\d{1,3}$/.test(part);
  return path.map((part, index) => (from >= 0 && index > from && isHidden(String(part)) ? '…' : part));
}

/** The problems by place, without duplicates: `storecheck.yaml:12:5 targets.staging.class: expected …` */
export function problemTexts(flaws: readonly Flaw[], file: string): readonly string[] {
  const sorted = flaws.toSorted(({ position: a }, { position: b }) => a.line - b.line || a.col - b.col);
  const text = ({ position: { line, col }, path, message }: Flaw) =>
    `${file}:${line}:${col} ${path.length === 0 ? '' : `${pathText(path)}: `}${message}`;
  return [...new Set(sorted.map(text))];
}

/** `targets.staging.keys.pro[0]` */
const pathText = (path: Path): string =>
  path
    .map((part) =>
      /^\d+$/.test(String(part)) ? `[${part}]` : `.${/^[$\w .-]{1,64}$/.test(String(part)) ? part : '…'}`,
    )
    .join('')
    .replace(/^\./, '');
