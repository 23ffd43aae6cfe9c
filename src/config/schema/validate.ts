import { offsetOf, type Tree } from '../document/tree.ts';
import { type Path, pointer } from '../path.ts';
import type { Flaw } from '../problem.ts';
import { type SchemaError, validateConfig } from './config.generated.js';
import { explain } from './explain.ts';

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
