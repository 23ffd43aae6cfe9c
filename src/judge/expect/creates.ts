import { bytesOf } from '../../exchange/body.ts';
import { type Answered, isSuccess } from '../../exchange/exchange.ts';
import { because } from '../../rules/conclusion.ts';
import { findingOn } from '../../rules/rule.ts';
import { isPetStatus } from '../../spec/operations.ts';
import type { RequirementId } from '../../spec/requirements/catalogue.ts';
import { type AnimalField, animalIn, payloadOf } from '../../store/animal.ts';
import type { Model } from '../../store/model.ts';
import { type Created, createdAnimal, isCreated, isUnpredictable } from '../../store/views.ts';
import { type Emit, type Judgement, openDoubt } from '../judgement.ts';
import { blame, type RequestWithParts } from './blame.ts';
import { changeOf, shownFields } from './fields.ts';
import { isBeyondDouble, type MayPart, type MustPart, type Payload } from './payload.ts';
import { askedIn } from './request.ts';
import { judgeSchema, refusalFinding, statusOf } from './service-response.ts';

/** Creates with the key: invalid payloads get 400, valid ones 201 or a legal refusal, and a 2xx returns what was sent. */
export function judgeCreates(withKey: readonly Answered[], model: Model, emit: Emit): void {
  const creates = withKey.filter((exchange) => askedIn(exchange).operation === 'create');
  // An accepted invalid payload does not show that the service takes valid ones.
  const hasCreated = creates.some((exchange) => isCreated(exchange) && askedIn(exchange).what.kind === 'valid');
  for (const exchange of creates) {
    const { what } = askedIn(exchange);
    if (what.kind === 'invalid') judgeInvalid(exchange, what, hasCreated, emit);
    else if (isCreated(exchange)) judgeCreated(exchange, model, emit);
  }
  judgeAcceptance(creates, hasCreated, model, emit);
}

type Invalid = Extract<Payload, { kind: 'invalid' }>;

/** An invalid payload gets 400 with the Error body. If it may be refused otherwise (chunks-too-large), only acceptance is judged. */
function judgeInvalid(on: Answered, { why, mayRefuseOtherwise }: Invalid, hasCreated: boolean, emit: Emit): void {
  if (!isSuccess(on) && (askedIn(on).hasOddHeader || mayRefuseOtherwise || statusOf(on) === 413)) return;
  const finding = refusalFinding(on, 400, ` with an invalid payload (${why.replaceAll('-', ' ')})`);
  const doubt = isSuccess(on) || hasCreated ? undefined : openDoubt(because('no-valid-payload-created'));
  emit({ id: `create.rejects.${why}`, on, finding, doubt });
}

/** A part that the service may refuse, e.g. a name that an earlier animal has: a service may demand unique names. */
type Refusable = MayPart | `taken ${string}`;

const isTakenName = (part: Refusable): boolean => part.startsWith('taken ');

interface ValidCreate extends RequestWithParts<MustPart | Refusable> {
  readonly must: readonly MustPart[];
  readonly may: readonly Refusable[];
  /** All parts that the service may refuse; `may` has only those that explain this response. */
  readonly refusable: readonly Refusable[];
}

/** Every service accepts names of these lengths, in any unit (names-limited). */
const USUAL_LENGTHS = { from: 3, to: 40 } as const;

/** The characters, the units of UTF-16 and the bytes of a name: a service may count any of these. */
const lengthsOf = (name: string): readonly number[] => [[...name].length, name.length, bytesOf(name).length];

/** Valid payloads: 201, or a refusal of a part that the service may refuse. */
function judgeAcceptance(creates: readonly Answered[], hasCreated: boolean, model: Model, emit: Emit): void {
  const names = creates.filter(isCreated).flatMap((exchange) => payloadOf(exchange)?.name ?? []);
  const accepted = names.map(lengthsOf);
  const longest = lengthsOf('').map((_, unit) =>
    Math.max(USUAL_LENGTHS.to, ...accepted.map((each) => each[unit] ?? 0)),
  );
  /** Whether a name is longer than every accepted one, in some unit. */
  const isLonger = (name: string) => lengthsOf(name).some((length, unit) => length > (longest[unit] ?? 0));
  const shortest = Math.min(USUAL_LENGTHS.from, ...accepted.map(([length = 0]) => length));
  const asked = creates.flatMap((exchange): ValidCreate[] => {
    const { what, hasOddHeader } = askedIn(exchange);
    if (what.kind !== 'valid' || hasOddHeader) return [];
    const { name = '', categoryId = '' } = payloadOf(exchange) ?? {};
    const isDuplicateName = model.stored.some((one) => one.seq < exchange.seq && payloadOf(one)?.name === name);
    const isKnown = model.isKnownCategory(categoryId);
    const refusable: Refusable[] = [
      ...what.may.filter((part) => part !== 'category' || !isKnown),
      ...(isDuplicateName ? [`taken ${name}` as const] : []),
      ...(isLonger(name) ? ['name longer' as const] : []),
      ...([...name].length < shortest ? ['name shorter' as const] : []),
    ];
    const may = statusOf(exchange) >= 500 ? refusable.filter((part) => /^(?:name|extra) /.test(part)) : refusable;
    return [{ exchange, must: what.must, may, refusable, conforms: isCreated(exchange) }];
  });
  const blamed = blame(asked);
  for (const create of asked)
    if (isSuccess(create.exchange)) judgeSuccess(create, emit);
    else judgeRefusal(create, blamed.get(create.exchange), hasCreated, emit);
}

function judgeSuccess({ exchange: on, must, refusable }: ValidCreate, emit: Emit): void {
  const { status } = payloadOf(on) ?? {};
  const code = refusable.some(isTakenName) ? 'created-again-updated' : 'not-created';
  emit({ id: 'create.created', on, finding: statusOf(on) === 201 ? undefined : findingOn(on, code, {}) });
  if (typeof status === 'string') emit({ id: 'create.each-status', cell: status, on });
  if (animalIn(on) !== undefined) return;
  const report = (id: RequirementId, value: string): void =>
    emit({ id, on, finding: findingOn(on, 'created-unreadable', { value }) });
  if (typeof status !== 'string') report('create.status-optional', 'no `status`');
  for (const digits of must.flatMap((part) => /^int64=(.*)/.exec(part)?.[1] ?? []))
    report('create.int64', `categoryId ${digits}`);
}

/**
 * A refusal of a valid payload, first by its status and then by its parts:
 *
 *   an illegal status                                  create.created
 *   parts that only refused payloads had               the requirement of each part
 *   no part explains it, or nothing was ever created   create.created
 */
function judgeRefusal(
  { exchange, may, refusable }: ValidCreate,
  guilty: readonly (MustPart | Refusable)[] | undefined,
  hasCreated: boolean,
  emit: Emit,
): void {
  const status = statusOf(exchange);
  const refused = (code: 'created-again-refused' | 'payload-refused') =>
    emit({ id: 'create.created', on: exchange, finding: findingOn(exchange, code, {}) });
  const isIllegal = !isLegal(status, refusable);
  if (isIllegal) refused(status === 409 && refusable.some(isTakenName) ? 'created-again-refused' : 'payload-refused');
  if (guilty === undefined) {
    if (may.includes('category') && !hasCreated)
      emit({ id: 'create.created', on: exchange, doubt: openDoubt(because('no-known-category')) });
    return;
  }
  const unproven = guilty.length > 1 ? 'several-suspects' : hasCreated ? undefined : 'no-payload-created';
  const doubt = unproven && openDoubt(because(unproven));
  for (const part of guilty) emit({ ...refusalOf(part, exchange), on: exchange, doubt });
  const isUnexplained = (guilty.length === 0 && status < 500) || !hasCreated;
  // A service that accepts one name beginning with a digit accepts all (zero-is-no-name). Other unusual parts differ from each other.
  const isAlike = may.every((part) => part === 'name digit');
  if (isAlike && isUnexplained && !isIllegal) refused('payload-refused');
}

/** What a refusal for one part violates. */
function refusalOf(part: string, exchange: Answered): Pick<Judgement, 'id' | 'cell' | 'finding'> {
  const [kind = '', value = ''] = part.split('=');
  if (kind === 'charset') return { id: 'create.created', finding: findingOn(exchange, 'spelling-refused', {}) };
  if (value === 'none')
    return { id: 'create.status-optional', finding: findingOn(exchange, 'missing-status-refused', {}) };
  if (kind === 'status')
    return { id: 'create.each-status', cell: value, finding: findingOn(exchange, 'value-refused', { value }) };
  return { id: 'create.int64', finding: findingOn(exchange, 'value-refused', { value: `categoryId ${value}` }) };
}

/** Whether the specification, or HTTP for the form of a body, allows a status for a valid payload. 5xx has its own requirement. */
function isLegal(status: number, refusable: readonly Refusable[]): boolean {
  if (status === 400 || status >= 500) return true;
  return (status === 413 && refusable.some((part) => part.startsWith('form '))) || refusable.includes('chunked');
}

function judgeCreated(exchange: Answered, model: Model, emit: Emit): void {
  judgeSchema('create.schema', 'Pet', exchange, emit);
  const created = createdAnimal(exchange);
  if (created === undefined) return;
  const { categoryId } = created.sent;
  judgeName(created, emit);
  if (categoryId !== undefined)
    judgeEcho(isBeyondDouble(categoryId) ? 'create.int64' : 'create.echo', created, 'categoryId', emit);
  if (created.sent.status === undefined) judgeDefault(created, model, emit);
  else if (created.sent.status !== null) judgeEcho('create.echo', created, 'status', emit);
}

/** The response to a create shows a field as it was sent. */
function judgeEcho(id: RequirementId, created: Created, field: AnimalField, emit: Emit): void {
  const { exchange: on, sent, returned } = created;
  if (sent[field] === returned[field]) emit({ id, on });
  else {
    const [before, after] = shownFields(field, sent, returned);
    const values = { field, change: changeOf(sent[field], returned[field]), sent: before, returned: after };
    emit({ id, on, finding: findingOn(on, 'field-changed', values) });
  }
}

/** White space around a name, unusual texts and usual ones have requirements of their own. */
function judgeName(created: Created, emit: Emit): void {
  const { sent, returned, exchange: on } = created;
  if (sent.name === undefined) return;
  const isTrimmed = returned.name?.trim() === sent.name.trim();
  const hasEdges = sent.name.trim() !== sent.name;
  if (isUnpredictable(created)) {
    // Replacing bytes that are not UTF-8 is a warning (bytes-replaced).
    if (on.sent.body?.isWellFormed() === false) judgeEcho('create.name-verbatim', created, 'name', emit);
  } else if (/^[A-Za-z]+(?: [A-Za-z]+)+$/.test(sent.name)) judgeEcho('create.echo', created, 'name', emit);
  else if (!isTrimmed) {
    judgeEcho('create.text', created, 'name', emit);
    if (hasEdges) emit({ id: 'create.name-verbatim', on, doubt: openDoubt(because('name-changed-otherwise')) });
  } else {
    if (/[^\x20-\x7e]/.test(sent.name)) emit({ id: 'create.text', on });
    if (hasEdges) judgeEcho('create.name-verbatim', created, 'name', emit);
  }
}

/** Animals that were created without a status have none, or all the same one. */
function judgeDefault(created: Created, model: Model, emit: Emit): void {
  const { exchange: on, returned } = created;
  const lacksStatus = ({ sent, exchange }: Created) =>
    sent.status === undefined && askedIn(exchange).what.kind === 'valid';
  const { exchange: earlier, returned: before } = model.created.find(lacksStatus) ?? created;
  const [first, other] = [before.status ?? null, returned.status ?? null];
  const id = 'create.status-optional';
  if (!isPetStatus(returned.status))
    emit({ id, on, finding: findingOn(on, 'unknown-default-status', { created: other }) });
  else if (before.status === returned.status) emit({ id, on });
  else emit({ id, on, finding: findingOn(on, 'missing-status-differs', { first, other }, earlier) });
}
