import { PLAN_NAMES } from '../spec/plans.ts';
import { looksLikeKey, quoted } from './quoted.ts';

/** Where a value stands in the file: targets, staging, keys, pro, 0. */
export type Path = readonly (string | number)[];

/** `targets.staging.keys.pro[0]`. Names that could be a key, and those typed where a key may have been pasted, are left out. */
export function pathText(path: Path): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      if (looksLikeKey(part) || (maybeKey(path.slice(0, index)) && !NAMES.includes(part))) return '[…]';
      return /^[$\w-]{1,64}$/.test(part) ? `${index === 0 ? '' : '.'}${part}` : `[${quoted(part)}]`;
    })
    .join('');
}

/** What stands below `keys` and cannot be a key. */
const NAMES: readonly string[] = [...PLAN_NAMES, 'env', 'file'];

/** Below these names keys are stated by their source; a value that somebody pasted there is never repeated. */
export function maybeKey(path: Path): boolean {
  return path.includes('keys') || path.includes('secondKeys');
}

/** JSON Pointer (RFC 6901), as Ajv gives it. */
export function pointer(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
