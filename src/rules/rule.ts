import { CREDENTIALS } from '../exchange/authorization.ts';
import { bodyOf } from '../exchange/body.ts';
import { type Answered, authorizationIn } from '../exchange/exchange.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import { EXPLORE, type Trace } from '../exchange/trace.ts';
import { excerpt } from '../text/excerpt.ts';
import type { FindingCode, FindingParams } from '../text/findings/findings.ts';
import { nested, type Value } from '../text/template.ts';
import { because, type Conclusion, type Finding, passUnless, uncheckedFinding } from './conclusion.ts';

/**
 * What recorded responses show, as a pure function. Rules in PER_RESPONSE (judge/rate-judgements.ts) judge the given responses, perhaps
 * only a part of the run, and read only the head of `trace`. The others judge the complete run.
 */
export type Rule = (responses: readonly Answered[], trace: Trace) => Conclusion;

/** Applies one rule to every selected response; each of them is a subject. */
export function each(
  select: (exchange: Answered) => boolean,
  findingIn: (exchange: Answered) => Finding | undefined,
): Rule {
  return (responses) => {
    const subjects = responses.filter(select);
    const findings = subjects.flatMap((exchange) => findingIn(exchange) ?? []);
    return passUnless(findings, subjects.length);
  };
}

/** A violation that one response shows, compared with earlier ones, if any. */
export function findingOn<Code extends FindingCode>(
  exchange: Exchange,
  code: Code,
  params: Omit<FindingParams<Code>, keyof ReturnType<typeof shownIn>>,
  ...earlier: readonly Exchange[]
): Finding {
  return uncheckedFinding(code, { ...shownIn(exchange), ...params }, [...earlier, exchange]);
}

/** The values that a finding takes from its exchange. All probes of an exploration get one name, because the next run has others. */
function shownIn(exchange: Exchange) {
  const { operation, probe, received } = exchange;
  return {
    request: `${requestText(exchange)}${credentialNote(exchange)}`,
    operation,
    status: 'status' in received ? received.status : null,
    probe: probe.startsWith(EXPLORE) ? 'exploration' : probe,
    ...explanation(exchange),
  };
}

/**
 * What explains a response, on one line. Recording has replaced keys in it.
 * - a header that shows a cache, if a request without the key was accepted
 * - the beginning of the body of a 4xx or 5xx
 * - the beginning of a body that is not JSON
 */
export function explanation({ key, received }: Exchange): { readonly said?: Value } {
  if (!('status' in received)) return {};
  const { status, headers, body, encoding } = received;
  const line = headers.map((one) => one.join(': ')).find((one) => /^age: |^x-cache: .*hit/i.test(one));
  if (key === null && status < 300 && line !== undefined) return { said: nested(because('may-be-cached', { line })) };
  const isExplaining = encoding === undefined && (status >= 400 || bodyOf(received).kind === 'broken');
  return isExplaining ? { said: excerpt((body ?? '').trim()) } : {};
}

/** What is wrong with the credential of a request, after its method and path. */
function credentialNote(exchange: Exchange): string {
  if (exchange.key !== null) return '';
  const value = authorizationIn(exchange);
  if (value === undefined) return ' without an Authorization header';
  return value.startsWith(CREDENTIALS.unknown)
    ? ' with an unknown key'
    : ` with \`Authorization: ${excerpt(value, 60)}\``;
}

export const requestText = ({ sent }: Exchange): string => `${sent.method} ${excerpt(sent.path, 120)}`;
