const LONGEST = 60;

/** Formats a value for a message: short, quoted, on one line, without control characters. */
export function quoted(text: string): string {
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return JSON.stringify(short).replace(/[^\x20-\x7e…]/gu, (char) =>
    /\p{L}|\p{N}|\p{P}|\p{S}/u.test(char) ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/**
 * Whether a text may be a key in the wrong place, which messages must not repeat: known prefixes, UUIDs,
 * a long mix of letters and digits.
 */
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
