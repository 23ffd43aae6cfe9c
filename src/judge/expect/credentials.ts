import { type Answered, headerValue } from '../../exchange/exchange.ts';
import { because, type Finding } from '../../rules/outcome.ts';
import { excerpt, violation } from '../../rules/rule.ts';
import { errorBodyFinding } from '../../rules/schema.ts';
import { requestName } from '../../spec/operations.ts';
import { animalIn, animalsIn } from '../../store/animal.ts';
import { type Emit, moot, open } from '../judgement.ts';
import { hasOwnHeaders, isSuccess, statusOf } from './answered.ts';
import { blame } from './blame.ts';
import { type AskedOperation, askedIn, authorizationIn, type Claim, isKeyElsewhere } from './request.ts';

/** A request without a valid key. */
interface WrongRequest {
  readonly exchange: Answered;
  readonly claims: readonly Claim[];
  readonly operation: AskedOperation;
}

/** Requests without a valid key get 401. Of several suspects, those that were refused elsewhere are not to blame. */
export function judgeCredentials(usable: readonly Answered[], emit: Emit): void {
  const asked = usable.flatMap((exchange): WrongRequest[] => {
    const { who, operation } = askedIn(exchange);
    return who.kind === 'wrong' ? [{ exchange, claims: who.claims, operation }] : [];
  });
  const blamed = blame(
    asked.map(({ exchange, claims }) => ({
      exchange,
      must: claims.map(({ part }) => part),
      may: [],
      good: !isSuccess(exchange),
    })),
  );
  const accepted = new Set(usable.filter(showsKeyAccepted).map((exchange) => askedIn(exchange).operation));
  for (const one of asked) {
    const suspects = blamed.get(one.exchange) ?? [];
    for (const claim of one.claims)
      if (isSuccess(one.exchange)) judgeAccepted(one, claim, suspects, emit);
      else judgeRefused(one, claim, accepted.has(one.operation), emit);
  }
  judgeScheme(usable, emit);
  for (const exchange of usable)
    if (askedIn(exchange).operation === 'other' && exchange.key === null && showsAnimals(exchange, true))
      emit({
        id: 'auth.required.list',
        on: exchange,
        finding: violation(exchange, 'animals-without-key', {}),
        certain: true,
      });
}

/**
 * The key was accepted: 2xx; for a get also 404, which depends on the animal, and for a create 400, which depends on the payload (a service
 * that knows only some categories: categories-fixed). A service that reads these before the key answers requests without a key alike.
 */
const showsKeyAccepted = (exchange: Answered): boolean => {
  const { operation } = askedIn(exchange);
  const other = { list: 0, create: 400, get: 404, other: 0 }[operation];
  return exchange.key !== null && (isSuccess(exchange) || statusOf(exchange) === other);
};

/** Animals in an answer: no gateway, restart, other client or clock explains them. */
const showsAnimals = (exchange: Answered, isNamed = false): boolean =>
  statusOf(exchange) === 200 &&
  (animalsIn(exchange) ?? [animalIn(exchange)]).some(
    (one) => one?.id !== undefined && (!isNamed || one.name !== undefined),
  );

function judgeAccepted(
  { exchange, claims }: WrongRequest,
  claim: Claim,
  suspects: readonly string[],
  emit: Emit,
): void {
  const isSuspect = suspects.length === 0 || suspects.includes(claim.part);
  if (!isSuspect) {
    if (claim.id === 'auth.query-key') emit({ ...judged(claim, exchange), doubt: open(because('list-needs-no-key')) });
    return;
  }
  const isOneOfSeveral = claims.length > 1 && suspects.length !== 1;
  emit({
    ...judged(claim, exchange),
    finding: acceptance(exchange, claim),
    certain: showsAnimals(exchange) || exchange.sent.method === 'POST',
    doubt: isOneOfSeveral ? open(because('another-credential')) : undefined,
  });
}

const judged = ({ id, cell }: Claim, exchange: Answered) => ({ id, cell, on: exchange });

function acceptance(exchange: Answered, { id }: Claim): Finding {
  if (id === 'auth.query-key') return violation(exchange, 'query-key-accepted', {});
  if (isUsualForm(exchange)) return violation(exchange, 'not-refused', { wanted: 401, flaw: '' });
  return violation(exchange, 'credential-accepted', { credential: excerpt(credentialIn(exchange), 100) });
}

function credentialIn({ sent }: Answered): string {
  const lines = sent.headers.filter(([name]) => !/^(?:accept|content-type)$/i.test(name));
  const inBody = /"[^"]*"\s*:\s*"[^"]*\{key\}[^"]*"/.exec(sent.body ?? '')?.[0];
  const places = [
    ...lines.map(([name, value]) => `${name}: ${value}`),
    ...(sent.path.includes('{key}') ? [sent.path] : []),
    ...(inBody === undefined ? [] : [inBody]),
  ];
  return places.join(', ') || 'no credential';
}

function judgeRefused({ exchange, claims }: WrongRequest, claim: Claim, isKeyAccepted: boolean, emit: Emit): void {
  const status = statusOf(exchange);
  const one = judged(claim, exchange);
  const request = requestName(exchange.operation);
  const doubt = isKeyAccepted ? undefined : open(because('key-not-accepted-on', { request }));
  const isQuery = claim.id === 'auth.query-key';
  if (status === 401) emit({ ...one, finding: hasErrorBody(claim) ? errorBodyFinding(exchange) : undefined, doubt });
  else if (isQuery && [400, 413, 414, 422].includes(status))
    emit({ ...one, doubt: moot(because('query-refused-first')) });
  else if (isQuery || (claims.length === 1 && isUsualForm(exchange) && !isUnreadable(exchange)))
    emit({ ...one, finding: violation(exchange, 'wrong-refusal', { wanted: 401, flaw: '' }), doubt });
}

/** A missing and an unknown key get the Error body; of other forms of the key, only the status is judged. */
const hasErrorBody = ({ id }: Claim): boolean => /^auth\.(?:required|unknown-key)/.test(id);

/** An HTTP server may refuse a header with such bytes, or of such a length, before the service reads it. */
const isUnreadable = (exchange: Answered): boolean =>
  statusOf(exchange) === 400 &&
  !hasOwnHeaders(exchange) &&
  /^Bearer \{a key that nobody was given, /.test(authorizationIn(exchange) ?? '');

/** Forms of a credential, beside no unusual header, that no gateway refuses by itself. */
function isUsualForm(exchange: Answered): boolean {
  const value = authorizationIn(exchange);
  return (
    !isKeyElsewhere(exchange) &&
    (value === undefined || /^(?:Bearer(?: \{[^}]*\}(?:x9)?)?|Basic \{[^}]*\}|Token \{key\}|\{key\})$/.test(value)) &&
    exchange.sent.headers.every(([name]) => /^(?:accept|authorization|content-type)$/i.test(name))
  );
}

/** RFC 9110 §11.1: the scheme word is case-insensitive. 2xx and 404 show that it was read. */
function judgeScheme(usable: readonly Answered[], emit: Emit): void {
  for (const exchange of usable) {
    const { who, operation } = askedIn(exchange);
    if (who.kind !== 'key' || who.usual || operation === 'other') continue;
    const on = exchange;
    if (isSchemeRefused(exchange))
      emit({ id: 'auth.scheme-case', on, finding: violation(exchange, 'lower-scheme-refused', {}) });
    else if (isSuccess(exchange) || statusOf(exchange) === 404) emit({ id: 'auth.scheme-case', on });
  }
}

/** `bearer` was refused, so the answer says nothing about what was asked. */
function isSchemeRefused(exchange: Answered): boolean {
  const { who } = askedIn(exchange);
  return who.kind === 'key' && !who.usual && [401, 403].includes(statusOf(exchange));
}

/** The request has the key, and the answer is one to what was asked. */
export const isReadWithKey = (exchange: Answered): boolean =>
  askedIn(exchange).who.kind === 'key' && !isSchemeRefused(exchange);

/** RFC 9110 §15.5.2: a server that sends a 401 must send WWW-Authenticate. */
export function judgeChallenge(exchange: Answered, emit: Emit): void {
  if (statusOf(exchange) !== 401) return;
  const isChallenged = headerValue(exchange.received.headers, 'WWW-Authenticate') !== undefined;
  // A service may challenge a request without a credential and forget one with a wrong credential.
  const code = authorizationIn(exchange) === undefined ? 'no-challenge' : 'no-challenge-to-wrong-key';
  emit({
    id: 'auth.www-authenticate',
    on: exchange,
    certain: hasOwnHeaders(exchange),
    finding: isChallenged ? undefined : violation(exchange, code, {}),
  });
}
