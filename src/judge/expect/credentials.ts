import { CREDENTIALS } from '../../exchange/authorization.ts';
import { type Answered, authorizationIn, isSuccess } from '../../exchange/exchange.ts';
import { because, type Finding } from '../../rules/conclusion.ts';
import { findingOn } from '../../rules/rule.ts';
import { requestName } from '../../spec/operations.ts';
import type { RequirementId } from '../../spec/requirements/catalogue.ts';
import { animalIn, animalsIn } from '../../store/animal.ts';
import { excerpt } from '../../text/excerpt.ts';
import { type Emit, mootDoubt, openDoubt } from '../judgement.ts';
import { blame } from './blame.ts';
import { askedIn, type CredentialRequirement } from './request.ts';
import { hasOwnHeaders, refusalFinding, statusOf } from './service-response.ts';

/** Requests without a valid key get 401. If one has several credentials, those that the service refused elsewhere are not to blame. */
export function judgeCredentials(usable: readonly Answered[], emit: Emit): void {
  const wrong = usable.filter((exchange) => askedIn(exchange).credentialRequirements.length > 0);
  const partsOf = (exchange: Answered) => askedIn(exchange).credentialRequirements.map(({ part }) => part);
  const tried = wrong.map((exchange) => ({ exchange, must: partsOf(exchange), conforms: !isSuccess(exchange) }));
  const blamed = blame(tried);
  const accepted = new Set(usable.filter(showsKeyAccepted).map((exchange) => askedIn(exchange).operation));
  for (const exchange of wrong)
    for (const required of askedIn(exchange).credentialRequirements)
      if (isSuccess(exchange)) judgeAccepted(exchange, required, blamed.get(exchange) ?? [], emit);
      else judgeRefused(exchange, required, accepted.has(askedIn(exchange).operation), emit);
  judgeScheme(usable, emit);
  for (const on of usable)
    if (askedIn(on).operation === 'other' && on.key === null && showsAnimals(on))
      emit({ id: 'auth.required.list', on, finding: findingOn(on, 'animals-without-key', {}), certain: true });
}

/**
 * Whether the key was accepted: 2xx. For a get also 404, which depends on the animal, and for a create 400, which depends on the payload
 * (categories-fixed). A service that reads these before the key answers requests without a key in the same way.
 */
const showsKeyAccepted = (exchange: Answered): boolean => {
  const { operation } = askedIn(exchange);
  const status = { list: 0, create: 400, get: 404, other: 0 }[operation];
  return exchange.key !== null && (isSuccess(exchange) || statusOf(exchange) === status);
};

/** Whether a response shows animals, which no gateway, restart, other client or clock explains. */
const showsAnimals = (exchange: Answered): boolean =>
  statusOf(exchange) === 200 &&
  (animalsIn(exchange) ?? [animalIn(exchange)]).some((animal) => animal?.id !== undefined && animal.name !== undefined);

function judgeAccepted(on: Answered, required: CredentialRequirement, suspects: readonly string[], emit: Emit): void {
  const { id, cell, part } = required;
  if (suspects.length > 0 && !suspects.includes(part)) {
    if (id === 'auth.query-key') emit({ id, cell, on, doubt: openDoubt(because('list-needs-no-key')) });
    return;
  }
  const isOneOfSeveral = askedIn(on).credentialRequirements.length > 1 && suspects.length !== 1;
  const doubt = isOneOfSeveral ? openDoubt(because('another-credential')) : undefined;
  emit({ id, cell, on, finding: acceptance(on, id), certain: showsAnimals(on), doubt });
}

function acceptance(exchange: Answered, id: RequirementId): Finding | undefined {
  if (id === 'auth.query-key') return findingOn(exchange, 'query-key-accepted', {});
  if (isUsualForm(exchange)) return refusalFinding(exchange, 401, '');
  return findingOn(exchange, 'credential-accepted', { credential: excerpt(credentialText(exchange), 200) });
}

/** What the service may have read as the credential; of more than three headers, only the names. */
function credentialText({ sent }: Answered): string {
  const lines = sent.headers.filter(([name]) => !/^(?:accept|content-type)$/i.test(name));
  const [inQuery, ...more] = sent.path.split(/[?&]/).filter((part) => part.includes('{key}'));
  const places = [
    ...lines.map(([name, value]) => (lines.length > 3 ? name : `${name}: ${value}`)),
    ...(inQuery === undefined ? [] : [`${inQuery}${more.length === 0 ? '' : ` and ${more.length} more`}`]),
    ...(/"[^"]*"\s*:\s*"[^"]*\{key\}[^"]*"/.exec(sent.body ?? '') ?? []),
  ];
  return places.join(', ');
}

function judgeRefused(on: Answered, { id, cell }: CredentialRequirement, isKeyAccepted: boolean, emit: Emit): void {
  const status = statusOf(on);
  const request = requestName(on.operation);
  const doubt = isKeyAccepted ? undefined : openDoubt(because('key-not-accepted-on', { request }));
  const isQuery = id === 'auth.query-key';
  // A missing or unknown key must get the Error body. For other forms of the key, only the status is judged.
  if (status === 401 && !/^auth\.(?:required|unknown-key)/.test(id)) emit({ id, cell, on, doubt });
  else if (isQuery && [400, 413, 414, 422].includes(status))
    emit({ id, cell, on, doubt: mootDoubt(because('query-refused-first')) });
  else if (status === 401 || isQuery || (isUsualForm(on) && !isUnreadable(on)))
    emit({ id, cell, on, finding: refusalFinding(on, 401, ''), doubt });
}

/** Whether an HTTP server may have refused the header for its bytes or its length, before the service read it. */
const isUnreadable = (exchange: Answered): boolean =>
  statusOf(exchange) === 400 &&
  !hasOwnHeaders(exchange) &&
  [CREDENTIALS['unknown-bytes'], CREDENTIALS['unknown-long']].some((one) => authorizationIn(exchange)?.startsWith(one));

/** Whether a request has a credential of a form that no gateway refuses by itself, and no unusual header. */
function isUsualForm(exchange: Answered): boolean {
  const { path, headers, body } = exchange.sent;
  const value = authorizationIn(exchange);
  return (
    !`${path}${body}`.includes('{key}') &&
    (value === undefined || /^(?:Bearer(?: \{[^}]*\}(?:x9)?)?|Basic \{[^}]*\}|Token \{key\}|\{key\})$/.test(value)) &&
    headers.every(([name]) => /^(?:accept|authorization|content-type)$/i.test(name))
  );
}

/** RFC 9110 §11.1: the scheme word is case-insensitive. 2xx and 404 show that it was read. */
function judgeScheme(usable: readonly Answered[], emit: Emit): void {
  const id = 'auth.scheme-case';
  for (const on of usable) {
    if (!hasOtherSpelling(on) || askedIn(on).operation === 'other') continue;
    if (isSchemeRefused(on)) emit({ id, on, finding: findingOn(on, 'lower-scheme-refused', {}) });
    else if (isSuccess(on) || statusOf(on) === 404) emit({ id, on });
  }
}

/** Whether a request has the key, with the word Bearer in another letter case. */
const hasOtherSpelling = (exchange: Answered): boolean =>
  exchange.key !== null && authorizationIn(exchange) !== CREDENTIALS.key;

/** Whether the service refused the spelling of the scheme, so that the response says nothing about the rest of the request. */
const isSchemeRefused = (exchange: Answered): boolean =>
  [401, 403].includes(statusOf(exchange)) && hasOtherSpelling(exchange);

/** Whether the request has the key, and the service did not refuse the spelling of its scheme. */
export const isKeyRead = (exchange: Answered): boolean => exchange.key !== null && !isSchemeRefused(exchange);
