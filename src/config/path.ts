import { PLAN_NAMES } from '../spec/plans.ts';

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

const LONGEST = 60;

/** Formats a value for a message: short, quoted, on one line, without control characters. */
export function quoted(text: string): string {
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return JSON.stringify(short).replace(/[^\x20-\x7e…]/gu, (char) =>
    /\p{L}|\p{N}|\p{P}|\p{S}/u.test(char) ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** Whether a text may be a key in the wrong place, which messages must not repeat. */
export function looksLikeKey(text: string): boolean {
  return (
    /\bbearer\s+\S/i.test(text) ||
    /\b(sk|pk|key|api|token|secret|ghp|pat)[-_][\w-]*\d[\w-]{4,}/i.test(text) ||
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i.test(text) ||
    (text.match(/[A-Za-z0-9+=_]{16,}/g) ?? []).some((run) => /\d/.test(run) && /[A-Za-z]/.test(run))
  );
}

/** The quoted text, or a placeholder if it looks like a key. */
export function shown(text: string): string {
  return looksLikeKey(text) ? 'this value (hidden: it looks like a key)' : quoted(text);
}
