import { type Answered, headerValue, headerValues, isSuccess } from '../../exchange/exchange.ts';
import { DAY_MS, parseHttpDate } from '../../exchange/rate-headers.ts';
import { because, type Finding } from '../../rules/conclusion.ts';
import { findingOn } from '../../rules/rule.ts';
import { HEADERS } from '../../spec/headers.ts';
import { fitsInt64, fullListPath, isRemovedOn, REMOVAL_DATE, requestName } from '../../spec/operations.ts';
import { animalIn } from '../../store/animal.ts';
import type { Existence, Model } from '../../store/model.ts';
import { decoded } from '../../store/query.ts';
import { formOf } from '../../text/excerpt.ts';
import { DOUBT_BY_EXISTENCE, type Emit, type EmitOn, type Judgement, openDoubt } from '../judgement.ts';
import { askedIn } from './request.ts';
import { emitterOn, isNotFound, judgeSchema, refusalFinding, statusOf } from './service-response.ts';

/** Reads of one animal with the key: 200 for an animal that exists, 404 for one that does not. */
export function judgeGets(withKey: readonly Answered[], model: Model, today: string, emit: Emit): void {
  for (const exchange of withKey) {
    const { what, hasOddHeader } = askedIn(exchange);
    if (hasOddHeader) continue;
    if (what.kind === 'no-id' && !isRemovedOn(today)) judgeNoId(exchange, what.text, emit);
    if (what.kind !== 'id') continue;
    if (isRemovedOn(today)) judgeAfterRemoval(exchange, emit);
    else judgeId(exchange, what.id, model, emit);
  }
}

/** After the removal date, serving is a warning, and any other response is right. */
function judgeAfterRemoval(exchange: Answered, emit: Emit): void {
  const isServed = statusOf(exchange) === 200;
  const finding = isServed ? findingOn(exchange, 'served-after-removal', { date: REMOVAL_DATE }) : undefined;
  emit({ id: 'get.still-served', on: exchange, finding, certain: true, level: 'should' });
}

/** A path without a valid id may be refused in any way, but shows no animal. An unusual spelling of an id may be read (`007`). */
function judgeNoId(exchange: Answered, text: string, emit: Emit): void {
  if (statusOf(exchange) !== 200) return;
  const id = animalIn(exchange)?.id;
  const written = decoded(text).trim();
  const asked = /^[+-]?\d+(?:\.0+)?$/.test(written) ? BigInt(written.replace(/\.0+$|^\+/g, '')) : undefined;
  // An animal without a readable id may be the one that was asked for: get.schema reports it.
  if (asked !== undefined && (id === undefined || BigInt(id) === asked)) return;
  const returned = id ?? 'none';
  const finding =
    asked === undefined || !fitsInt64(String(asked))
      ? findingOn(exchange, 'animal-for-no-id', { returned })
      : findingOn(exchange, 'wrong-animal', { asked: String(asked), returned });
  emit({ id: 'get.not-found', on: exchange, finding });
}

function judgeId(exchange: Answered, id: string, model: Model, emit: Emit): void {
  const existence = model.existence(id, exchange);
  if (existence === 'absent') judgeAbsent(exchange, id, model, emit);
  else if (statusOf(exchange) === 200) judgeShown(exchange, id, existence, emit);
  else if (statusOf(exchange) < 500 && existence !== 'unknown') judgeLost(exchange, id, existence, model, emit);
}

function judgeAbsent(exchange: Answered, id: string, model: Model, emit: Emit): void {
  const isKeyAccepted = model.reads.some((read) => [200, 404].includes(statusOf(read.exchange)));
  const doubt = isKeyAccepted
    ? undefined
    : openDoubt(because('key-not-accepted-on', { request: requestName('getPet') }));
  emit({ id: 'get.not-found', on: exchange, finding: flawOfAbsent(exchange, id), doubt });
  if (statusOf(exchange) === 200) judgeSchema('get.schema', 'Pet', exchange, emit);
}

function flawOfAbsent(exchange: Answered, asked: string): Finding | undefined {
  const returned = isSuccess(exchange) ? animalIn(exchange)?.id : undefined;
  return returned === undefined || returned === asked
    ? refusalFinding(exchange, 404, ' for an id that no animal has')
    : findingOn(exchange, 'wrong-animal', { asked, returned });
}

function judgeShown(exchange: Answered, id: string, existence: Existence, emit: Emit): void {
  judgeSchema('get.schema', 'Pet', exchange, emit);
  const returned = animalIn(exchange)?.id;
  const isOther = returned !== undefined && returned !== id;
  const finding = isOther ? findingOn(exchange, 'wrong-animal', { asked: id, returned }) : undefined;
  // Nobody knows whether the animal exists: 404 may have been right.
  if (existence === 'unknown' && isOther) {
    emit({ id: 'get.not-found', on: exchange, finding });
    return;
  }
  if (returned !== undefined) emit({ id: 'get.ok', on: exchange, finding });
  emit({ id: 'get.still-served', on: exchange });
}

/** A known animal that was not returned. Another client may have removed it; but then the response is 404 or 410. */
function judgeLost(
  exchange: Answered,
  id: string,
  existence: Exclude<Existence, 'absent' | 'unknown'>,
  model: Model,
  emit: Emit,
): void {
  const status = statusOf(exchange);
  const doubt = isNotFound(exchange) ? DOUBT_BY_EXISTENCE[existence] : undefined;
  const witness = [fullListPath(), 'listed'] as const;
  const common: Pick<Judgement, 'on' | 'witness' | 'doubt'> = { on: exchange, witness, doubt };
  const { sightings = [] } = model.animals.get(id) ?? {};
  const isShownAgain = sightings.some(({ exchange: { sent } }) => sent.at >= exchange.received.at);
  const code = isNotFound(exchange) && isShownAgain ? 'temporarily-not-found' : 'known-id-refused';
  emit({ id: 'get.ok', finding: findingOn(exchange, code, {}), ...common });
  const mayBeRemoved = [301, 302, 303, 307, 308, 404, 405, 410, 501].includes(status);
  const isServed = model.reads.some((read) => statusOf(read.exchange) === 200);
  if (!isServed && mayBeRemoved)
    emit({ id: 'get.still-served', finding: findingOn(exchange, 'removed-early', { date: REMOVAL_DATE }), ...common });
}

const REMOVAL = Date.parse(`${REMOVAL_DATE}T00:00:00Z`);

/** Responses to gets of an animal announce the removal, and headers that do so name the right day. */
export function judgeDeprecation(ofService: readonly Answered[], emit: Emit): void {
  for (const exchange of ofService)
    if (askedIn(exchange).what.kind === 'id') judgeSignal(exchange, emitterOn(exchange, emit));
}

function judgeSignal(exchange: Answered, emitOn: EmitOn): void {
  const { headers } = exchange.received;
  const sunsets = headerValues(headers, HEADERS.sunset);
  const deprecation = headerValues(headers, HEADERS.deprecation).join(', ');
  if (sunsets.length > 0) {
    const value = sunsets.find(isWrongDate);
    const wrong = value === undefined ? undefined : findingOn(exchange, 'wrong-sunset', { value, form: formOf(value) });
    emitOn('get.sunset-date', wrong);
  }
  if (deprecation !== '') emitOn('get.deprecation-syntax', syntaxFinding(exchange, deprecation));
  if (statusOf(exchange) !== 200) return;
  const isSilent = sunsets.length === 0 && deprecation === '';
  emitOn('get.deprecation-signal', isSilent ? findingOn(exchange, 'no-deprecation-signal', {}) : undefined);
}

/** A Sunset header (RFC 8594) names the specified day, or one beside it, because no time of day is specified. */
function isWrongDate(value: string): boolean {
  const date = parseHttpDate(value);
  return date === undefined || date < REMOVAL - DAY_MS || date >= REMOVAL + 2 * DAY_MS;
}

/** RFC 9745 §2: an Item of type Date, `@` and seconds since 1970, parameters allowed (RFC 9651); not later than Sunset. */
function syntaxFinding(exchange: Answered, value: string) {
  const seconds = /^@(-?\d{1,15})(?:\s*;\s*[a-z*][a-z0-9_.*-]*(?:=(?:"[^"]*"|[^\s;"]+))?)*$/.exec(value.trim())?.[1];
  if (seconds === undefined) return findingOn(exchange, 'malformed-deprecation', { value, form: formOf(value) });
  const sunset = headerValue(exchange.received.headers, HEADERS.sunset);
  const date = parseHttpDate(sunset ?? '');
  if (date === undefined || Number(seconds) * 1_000 <= date) return undefined;
  return findingOn(exchange, 'deprecation-after-sunset', { value, sunset: sunset ?? null });
}
