const LONGEST = 60;

/** A value as it may stand in a message: short, in quotes, on one line, without characters that change how a terminal shows it. */
export function quoted(text: string): string {
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return JSON.stringify(short).replace(/[^\x20-\x7e…]/gu, (char) =>
    /\p{L}|\p{N}|\p{P}|\p{S}/u.test(char) ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/**
 * What is not repeated in a message wherever it stands, since somebody may have put a key in the wrong place: known prefixes, UUIDs,
 * a long run of letters and digits mixed.
 */
export function looksLikeKey(text: string): boolean {
  return (
    /\bbearer\s+\S/i.test(text) ||
    /\b(sk|pk|key|api|token|secret|ghp|pat)[-_][\w-]*\d[\w-]{4,}/i.test(text) ||
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i.test(text) ||
    (text.match(/[A-Za-z0-9+=_]{16,}/g) ?? []).some((run) => /\d/.test(run) && /[A-Za-z]/.test(run))
  );
}

/** The text in quotes, or that it is not repeated. */
export function shown(text: string): string {
  return looksLikeKey(text) ? 'this value (hidden: it looks like a key)' : quoted(text);
}
