import { type SchemaError, validateConfig } from '../../generated/config.js';
import { PLAN_NAMES } from '../spec/plans.ts';
import type { ConfigDocument, ConfigProblem } from './document.ts';
import { didYouMean, type Path } from './kinds.ts';

/** The violations of the schema, and the JSON pointers of the invalid values. */
export function validate({ value, position }: ConfigDocument) {
  const problems = new Map<string, ConfigProblem>();
  const errors = validateConfig(value) ? [] : (validateConfig.errors ?? []);
  for (const error of errors) {
    const { keyword, params, schemaPath } = error;
    // `propertyNames` itself reports an error with the complete name.
    if (schemaPath.includes('/propertyNames/')) continue;
    const parent = pathOf(error);
    const name = params['additionalProperty'] ?? params['propertyName'] ?? params['missingProperty'];
    const path = name === undefined ? parent : [...parent, String(name)];
    // An invalid value may violate several keywords: the first error is enough.
    if (!problems.has(pointer(path)))
      problems.set(pointer(path), {
        position: position(path),
        ...(name === undefined || keyword === 'required'
          ? { path, message: messageOf(error, path) }
          : unknownName(error, parent, String(name))),
      });
  }
  return { problems: [...problems.values()], invalidPaths: [...problems.keys()] };
}

const pathOf = ({ instancePath }: SchemaError): Path =>
  instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

export const pointer = (path: Path): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The keywords of a schema that messages need. */
interface SchemaKeywords {
  readonly title?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaKeywords>>;
  readonly propertyNames?: SchemaKeywords;
  readonly examples?: readonly (string | number)[];
}

function messageOf({ keyword, data, parentSchema }: SchemaError, path: Path): string {
  const part = (parentSchema ?? {}) as SchemaKeywords;
  const name = String(path.at(-1));
  // Only a new plan of the capacity section requires perMinute.
  if (keyword === 'required' && name === 'perMinute')
    return `unknown plan${didYouMean(String(path.at(-2)), PLAN_NAMES)}; a new plan needs perMinute`;
  if (keyword === 'required') return `missing, e.g. ${name}: ${part.properties?.[name]?.examples?.[0]}`;
  const mayBeKey = typeof data === 'string' && name !== 'file' && startOfKeys(path) >= 0;
  if (part.enum === undefined) return `expected ${part.title}${mayBeKey ? '; never the key itself' : ''}`;
  return `expected one of ${part.enum.join(', ')}${didYouMean(String(data), part.enum)}`;
}

function unknownName({ keyword, parentSchema }: SchemaError, parent: Path, name: string) {
  const { properties = {}, propertyNames } = (parentSchema ?? {}) as SchemaKeywords;
  const known = keyword === 'additionalProperties' ? Object.keys(properties) : propertyNames?.enum;
  if (known === undefined) return { path: [...parent, name], message: `expected ${propertyNames?.title}` };
  // A name with digits, or a name below `keys`, may be a pasted key.
  const path = withoutKeys([...parent, /\d/.test(name) ? '…' : name]);
  return { path, message: `unknown key${didYouMean(name, known) || `; the keys here are ${known.join(', ')}`}` };
}

const NAMES_BELOW_KEYS: readonly string[] = [...PLAN_NAMES, 'env', 'file'];

/** The index of `keys` or `secondKeys` in a path; -1 without. */
const startOfKeys = (path: Path): number => path.findIndex((part) => part === 'keys' || part === 'secondKeys');

/** The path with `…` for each unknown name below `keys`, because such a name may be a pasted key. */
function withoutKeys(path: Path): Path {
  const from = startOfKeys(path);
  // A short number is an index of a list.
  const isHidden = (part: string) => !NAMES_BELOW_KEYS.includes(part) && !/^\d{1,3}$/.test(part);
  return path.map((part, index) => (from >= 0 && index > from && isHidden(String(part)) ? '…' : part));
}

/** The texts of problems, sorted by place, without duplicates: `storecheck.yaml:12:5 targets.staging.class: expected …` */
export function problemTexts(problems: readonly ConfigProblem[], file: string): readonly string[] {
  const sorted = problems.toSorted(({ position: a }, { position: b }) => a.line - b.line || a.col - b.col);
  const text = ({ position: { line, col }, path, message }: ConfigProblem) =>
    `${file}:${line}:${col} ${path.length === 0 ? '' : `${pathText(path)}: `}${message}`;
  return [...new Set(sorted.map(text))];
}

/** Writes a path as `targets.staging.keys.pro[0]`. */
const pathText = (path: Path): string =>
  path
    .map((part) =>
      /^\d+$/.test(String(part)) ? `[${part}]` : `.${/^[$\w .-]{1,64}$/.test(String(part)) ? part : '…'}`,
    )
    .join('')
    .replace(/^\./, '');
