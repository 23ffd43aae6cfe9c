import { PLAN_NAMES } from '../spec/plans.ts';
import { looksLikeKey, quoted } from './quoted.ts';

/** The path of a value: targets, staging, keys, pro, 0. */
export type Path = readonly (string | number)[];

/** `targets.staging.keys.pro[0]`, without names that may be a pasted key. */
export function pathText(path: Path): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      if (looksLikeKey(part) || (maybeKey(path.slice(0, index)) && !NAMES.includes(part))) return '[…]';
      return /^[$\w-]{1,64}$/.test(part) ? `${index === 0 ? '' : '.'}${part}` : `[${quoted(part)}]`;
    })
    .join('');
}

/** Names below `keys` that cannot be a key. */
const NAMES: readonly string[] = [...PLAN_NAMES, 'env', 'file'];

/** Names with key sources below them. Messages never repeat a value there: it may be a pasted key. */
export function maybeKey(path: Path): boolean {
  return path.includes('keys') || path.includes('secondKeys');
}

/** The JSON Pointer (RFC 6901) of a path, as Ajv reports it. */
export function pointer(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
