import { bodyOf } from '../../exchange/body.ts';
import type { Answered } from '../../exchange/exchange.ts';
import { isRecord, type Lossless } from '../../exchange/json.ts';
import { excerpt } from '../../rules/rule.ts';

type LeakCode = 'exposes-stack-trace' | 'exposes-file-path' | 'exposes-sql' | 'exposes-key';

/** The texts are the server's: none of these patterns may take longer than a moment for a megabyte of any text. */
const LEAKS: readonly (readonly [code: LeakCode, pattern: RegExp])[] = [
  [
    'exposes-stack-trace',
    /(?:^|\n)[^\S\n]*at .{0,200}[./\\>]\S{0,200}:\d+|\bat \S+ \([^)\s]{0,200}[./\\>][^)\s]{0,200}:\d+(?::\d+)?\)|Traceback \(most recent call last\)|\(\w+\.(?:java|kt|scala):\d+\)|goroutine \d+ \[/,
  ],
  [
    'exposes-file-path',
    /(?:^|[\s"'(=:])(?:\/(?:home|usr|var|opt|srv|root|etc|tmp)\/[\w./-]+|[A-Za-z]:\\[\w\\ .-]+|[\w/.-]+\.(?:js|ts|mjs|cjs|py|go|rb|php|cs|rs|java):\d+)/,
  ],
  [
    'exposes-sql',
    /\bSQLSTATE\b|\bSELECT\b.{1,200}\bFROM\b|\bINSERT INTO\b|\bUPDATE\b.{1,100}\bSET\b|\bDELETE FROM\b|syntax error at or near|\bORA-\d{5}\b|duplicate key value violates/,
  ],
  ['exposes-key', /\[key [a-z]+#\d+\]?/],
];

/** The first stack trace, file path, SQL or key in the texts of an error body. Recording replaced keys by labels. */
export function leakIn(exchange: Answered): { readonly code: LeakCode; readonly shown: string } | undefined {
  for (const text of textsOf(exchange))
    for (const [code, pattern] of LEAKS) {
      const found = pattern.exec(text);
      if (found !== null) return { code, shown: excerpt(text.slice(found.index).trim()) };
    }
  return undefined;
}

/** The texts of a body: the strings of its JSON at any depth, or the complete body if it is not valid JSON. */
function textsOf({ received }: Answered): string[] {
  const body = bodyOf(received);
  return body.kind === 'json' ? stringsIn(body.value) : [received.body ?? ''];
}

function stringsIn(value: Lossless): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) || isRecord(value) ? Object.values(value).flatMap(stringsIn) : [];
}
