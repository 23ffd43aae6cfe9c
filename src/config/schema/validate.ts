import { type SchemaError, validateConfig } from '../../../generated/config.js';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { didYouMean } from '../did-you-mean.ts';
import { offsetOf, type Tree } from '../document/tree.ts';
import { looksLikeKey, maybeKey, type Path, pointer, quoted } from '../path.ts';
import type { Flaw } from '../problem.ts';

/** The schema's problems with the file, and the file without the invalid values. */
export function validate(tree: Tree): { readonly flaws: readonly Flaw[]; readonly valid: unknown } {
  if (validateConfig(tree.value)) return { flaws: [], valid: tree.value };
  const flaws: Flaw[] = [];
  const broken = new Set(tree.unread);
  const reported = new Set<string>();
  for (const error of validateConfig.errors ?? []) {
    const path = pathOf(error, tree.value);
    const at = pointer(path);
    if (tree.unread.has(at)) continue;
    const explained = explain(error, path, tree.places.get(at)?.source);
    if (explained === undefined) continue;
    const { message } = explained;
    // An invalid value violates several keywords; the first error is enough.
    const subject = `${pointer(explained.path)} ${error.keyword === 'required' ? message : ''}`;
    if (!reported.has(subject))
      flaws.push({ offset: offsetOf(tree.places, explained.path, explained.at), path: explained.path, message });
    reported.add(subject);
    if (error.keyword !== 'required') broken.add(pointer(explained.path));
  }
  return { flaws, valid: without(tree.value, broken, '') };
}

/** Ajv's pointer as a path, with numbers for list indices. */
function pathOf({ instancePath }: SchemaError, root: unknown): Path {
  let value = root;
  return instancePath
    .split('/')
    .slice(1)
    .map((step) => {
      const name = Array.isArray(value) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~');
      value = (value as Readonly<Record<string | number, unknown>>)[name];
      return name;
    });
}

/** A copy with undefined instead of invalid values, so that the rest can be checked. */
function without(value: unknown, broken: ReadonlySet<string>, at: string): unknown {
  if (broken.has(at)) return undefined;
  if (Array.isArray(value)) return value.map((item, index) => without(item, broken, `${at}/${index}`));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, without(inner, broken, `${at}${pointer([name])}`)]),
  );
}

/** What the messages read from a part of the schema. */
interface Part {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly maximum?: number;
  readonly title?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Part>>;
  readonly propertyNames?: Part;
  readonly examples?: readonly (string | number | boolean)[];
}

export interface Explained {
  readonly path: Path;
  readonly at: 'key' | 'value';
  readonly message: string;
}

/** `source` is the text of a number. Undefined for an error that another one explains better. */
export function explain(error: SchemaError, path: Path, source: string | undefined): Explained | undefined {
  const { keyword, params, schemaPath, data } = error;
  const part = (error.parentSchema ?? {}) as Part;
  // `propertyNames` reports the whole name.
  if (keyword === 'if' || schemaPath.includes('/propertyNames/')) return undefined;
  if (keyword === 'propertyNames') {
    const name = String(params['propertyName']);
    const { enum: known, title } = part.propertyNames ?? {};
    const message = known === undefined ? `this is not ${title}` : unknownKey(name, known);
    return { path: [...path, name], at: 'key', message };
  }
  if (keyword === 'additionalProperties') {
    const name = String(params['additionalProperty']);
    return { path: [...path, name], at: 'key', message: unknownKey(name, Object.keys(part.properties ?? {})) };
  }
  if (keyword === 'required')
    return { path, at: 'key', message: missing(String(params['missingProperty']), part, path) };
  if (keyword === 'uniqueItems') return { path, at: 'value', message: 'the list has duplicates' };
  return { path, at: 'value', message: wrong(keyword, part, path, data, source) };
}

function missing(name: string, part: Part, path: Path): string {
  // Only a new plan of the capacity section needs it.
  if (name === 'perMinute') {
    const plan = String(path.at(-1));
    return `unknown plan${didYouMean(plan, PLAN_NAMES)}; a new plan needs perMinute`;
  }
  const example = part.properties?.[name]?.examples?.[0];
  return `${name} is missing${example === undefined ? '' : `, e.g. ${name}: ${example}`}`;
}

function wrong(keyword: string, part: Part, path: Path, value: unknown, source: string | undefined): string {
  const { title } = part;
  if (value === null) return `missing value: expected ${title}`;
  if (keyword === 'minItems') return `empty list: expected ${title}`;
  if (keyword === 'minProperties') return `empty mapping: expected ${title}`;
  if (keyword === 'maxProperties')
    return `${Object.keys(part.properties ?? {}).join(' and ')} together: expected ${title}`;
  const what = describe(value, path, source);
  if (part.enum !== undefined)
    return `${what} is not one of ${part.enum.join(', ')}${typeof value === 'string' ? didYouMean(value, part.enum) : ''}`;
  return `${what} is not ${title}${hint(value, part)}`;
}

function describe(value: unknown, path: Path, source: string | undefined): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  // Never quotes the file as a whole: it may be a key file.
  if (path.length === 0) return 'a text';
  const text = typeof value === 'string' ? value : (source ?? String(value));
  if (maybeKey(path)) return 'this value (hidden: it may be a key)';
  if (looksLikeKey(text)) return 'this value (hidden: it looks like a key)';
  // A URL may contain credentials or a token.
  if (/@|:\/\/.*[?#]/.test(text)) return 'this value (hidden: it may contain a secret)';
  return typeof value === 'string' ? quoted(text) : text.slice(0, 40);
}

/** The fix, if the invalid value shows what was meant. */
function hint(value: unknown, part: Part): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  const text = String(value);
  if (part.type === 'boolean') return switched(text);
  if (part.type === 'integer' || part.type === 'number') return part.maximum === 1 ? share(value) : number(value);
  if (part.format === 'uri') return url(text);
  if (part.format === 'date') return /^\d{4}-\d{2}-\d{2}(?=T)/.test(text) ? `; write ${text.slice(0, 10)}` : '';
  const [, unit] = /^[\d.]+([a-z%]+)$/.exec(String(part.examples?.[0])) ?? [];
  if (unit !== undefined) return /^\d+(\.\d+)?$/.test(text) ? `; write ${text}${unit}` : '';
  const isRight = (changed: string) => part.pattern !== undefined && new RegExp(part.pattern, 'u').test(changed);
  if (typeof value === 'number' && isRight(text)) return '; it is read as a number: quote it';
  return text.startsWith('$') && isRight(text.slice(1)) ? '; remove the $' : '';
}

function number(value: string | number): string {
  const digits = String(value).replaceAll(/[_,' ]/g, '');
  return typeof value === 'string' && /^\d{1,19}(\.\d+)?$/.test(digits) ? `; write ${digits}` : '';
}

function share(value: string | number): string {
  const percent = Number.parseFloat(String(value));
  // 1.2 may be 120 %, which is not a share.
  if (typeof value === 'number' && value > 1 && value < 2) return '; it is at most 1 (100 %)';
  const isPercent = typeof value === 'string' ? /^\d{1,3}(\.\d+)? ?%$/.test(value) : value > 1;
  return isPercent && percent <= 100 ? `; write ${percent / 100} for ${percent} %` : number(value);
}

function switched(text: string): string {
  if (/^(yes|on|y|true|allow)$/i.test(text)) return '; write true';
  return /^(no|off|n|false|deny)$/i.test(text) ? '; write false' : '';
}

function url(text: string): string {
  if (text.includes('@')) return '; remove the credentials';
  if (/[?#]/.test(text)) return '; remove the query or fragment';
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return '; add the scheme: https://… (or http://… for a local service)';
  if (!/^https?:/.test(text)) return '; the scheme must be https or http, in lower case';
  return /[^\x00-\x7f]/.test(text) ? '; encode non-ASCII characters: %C3%B6 in a path, xn--… in a host' : '';
}

function unknownKey(name: string, known: readonly string[]): string {
  if (name === '<<') return 'merge keys (<<) are not supported; write the keys out';
  return `unknown key${didYouMean(name, known) || `; the keys here are ${known.join(', ')}`}`;
}
