import { type Answered, bodyOf, digitsOf, isRecord, type Lossless, oncePer, type Trace } from '../../exchange/index.ts';
import { each, isOfService } from '../each.ts';
import { because, observed, undecided } from '../outcome.ts';
import { excerpt, type Rule, violation } from '../rule.ts';
import { errorBodyFinding } from '../schema/matches.ts';

const isError = (exchange: Answered): boolean =>
  isOfService(exchange) && exchange.received.status >= 400 && bodyOf(exchange.received).kind !== 'cut';

/** The fields of an error body, even if it is otherwise wrong. */
function errorFields({ received }: Answered) {
  const body = bodyOf(received);
  return body.kind === 'json' && isRecord(body.value) ? body.value : {};
}

/** Every 4xx and 5xx response has the Error object. */
export const errorSchema: Rule = each(isError, errorBodyFinding);

/** `status` in the body equals the HTTP status. error.schema judges a status that is not numeric. */
export const statusMatches: Rule = each(
  (exchange) => isError(exchange) && digitsOf(errorFields(exchange)['status']) !== undefined,
  (exchange) => {
    const status = digitsOf(errorFields(exchange)['status']);
    if (status === undefined || Number(status) === exchange.received.status) return undefined;
    return violation(exchange, 'body-status-differs', { returned: Number(status) });
  },
);

export const notBlank: Rule = each(
  (exchange) => isError(exchange) && errorBodyFinding(exchange) === undefined,
  (exchange) => {
    const fields = errorFields(exchange);
    const blank = ['code', 'message'].find((field) => String(fields[field]).trim() === '');
    if (blank === undefined) return undefined;
    return violation(exchange, 'blank-error-field', { field: blank, value: excerpt(String(fields[blank])) });
  },
);

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

/** No stack trace, file path, SQL or key in an error body. Recording replaced keys by labels. */
export const noLeak: Rule = each(
  (exchange) => isError(exchange) && (exchange.received.body ?? '') !== '',
  (exchange, trace) => {
    for (const text of textsOf(exchange)) {
      const leak = leakIn(text, trace);
      if (leak !== undefined) return violation(exchange, leak.code, { text: leak.shown });
    }
    return undefined;
  },
);

/** The first leak in each text: refusals repeat their texts, so each is searched once in a run. */
const leaksOf = oncePer((_trace: Trace) => new Map<string, ReturnType<typeof firstLeak>>());

function leakIn(text: string, trace: Trace) {
  const leaks = leaksOf(trace);
  if (!leaks.has(text)) leaks.set(text, firstLeak(text));
  return leaks.get(text);
}

function firstLeak(text: string) {
  for (const [code, pattern] of LEAKS) {
    const found = pattern.exec(text);
    if (found !== null) return { code, shown: excerpt(around(text, found), 160) };
  }
  return undefined;
}

/** Characters before and after a leak that show where it is. */
const AROUND = 30;

function around(text: string, { index, 0: found }: RegExpExecArray): string {
  const [from, to] = [Math.max(0, index - AROUND), index + Math.min(found.length, 100) + AROUND];
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}

/** The texts of a body: the strings of its JSON at any depth, or the complete body if it is not valid JSON. */
function textsOf({ received }: Answered): string[] {
  const body = bodyOf(received);
  if (body.kind !== 'json') return [received.body ?? ''];
  const texts: string[] = [];
  collectTexts(body.value, texts);
  return texts;
}

function collectTexts(value: Lossless, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  else if (Array.isArray(value)) for (const item of value) collectTexts(item, texts);
  else if (isRecord(value)) for (const item of Object.values(value)) collectTexts(item, texts);
}

/** The codes of each condition, which probe and status identify. */
export const errorCodes: Rule = (evidence) => {
  const seen = new Map<string, Set<string>>();
  for (const exchange of evidence) {
    const code = isError(exchange) ? errorFields(exchange)['code'] : undefined;
    if (typeof code !== 'string') continue;
    const condition = conditionOf(exchange);
    const codes = seen.get(condition) ?? new Set();
    seen.set(condition, codes.add(code));
  }
  if (seen.size === 0) return undecided(because('no-error-code'));
  const conditions = [...seen].sort(([a], [b]) => (a < b ? -1 : 1));
  return observed(
    Object.fromEntries(conditions.map(([condition, codes]) => [condition, shownCodes(codes)])),
    conditions.length,
  );
};

function shownCodes(codes: ReadonlySet<string>): string[] {
  return [...new Set([...codes].map((code) => excerpt(code, 80)))].sort();
}

function conditionOf({ probe, received }: Answered): string {
  if (received.status === 401) return probe.startsWith('auth.none') ? '401 missing key' : '401 invalid key';
  if (received.status === 400 && probe.startsWith('create.rejects.'))
    return `400 ${probe.slice('create.rejects.'.length)}`;
  return received.status === 404 && ['get.not-found', 'get.next'].includes(probe)
    ? '404 unknown id'
    : `${received.status} ${probe}`;
}
