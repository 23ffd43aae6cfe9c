import { bodyOf } from '../../exchange/body.ts';
import type { Answered } from '../../exchange/exchange.ts';
import type { Finding } from '../../rules/conclusion.ts';
import { findingOn } from '../../rules/rule.ts';
import { schemaFindings, textOfValue } from '../../rules/schema-rule.ts';
import { PAGE } from '../../spec/operations.ts';
import { filterId, type RequirementId } from '../../spec/requirements/catalogue.ts';
import { type Animal, animalsIn } from '../../store/animal.ts';
import { listQuery } from '../../store/query.ts';
import type { Emit } from '../judgement.ts';
import { blame } from './blame.ts';
import { askedIn } from './request.ts';
import { emitterOn, judgeSchema, statusOf } from './service-response.ts';

/** Lists with the key get an array of animals: at most as many as requested, and only with the requested status. */
export function judgeLists(withKey: readonly Answered[], emit: Emit): void {
  const lists = withKey.filter((exchange) => askedIn(exchange).operation === 'list' && !askedIn(exchange).hasOddHeader);
  const specified = lists.filter((exchange) => listQuery(exchange).isSpecified);
  judgeRefusals(specified, emit);
  for (const exchange of lists) if (statusOf(exchange) === 200) judgeList(exchange, emit);
}

/** The requirement of each parameter: a list without parameters has none. */
function demandsOf(exchange: Answered): RequirementId[] {
  const { limit, isWithoutLimit, status } = listQuery(exchange);
  return [
    ...(isWithoutLimit ? [] : [limitRequirement(limit) ?? 'list.ok']),
    ...(status === undefined ? [] : [filterId(status)]),
  ];
}

/** The requirement that this limit is accepted; undefined between the two bounds. */
export function limitRequirement(limit: number | undefined): RequirementId | undefined {
  if (limit === PAGE.minimum) return 'list.limit-minimum';
  return limit === PAGE.maximum ? 'list.limit-maximum' : undefined;
}

/** A valid query gets 200. The parameter that no accepted list had is to blame. */
function judgeRefusals(specified: readonly Answered[], emit: Emit): void {
  const blamed = blame(
    specified.map((exchange) => ({ exchange, must: demandsOf(exchange), conforms: statusOf(exchange) === 200 })),
  );
  for (const exchange of specified) {
    const status = statusOf(exchange);
    if (status === 200) continue;
    const finding = findingOn(exchange, 'list-refused', {});
    const demands = demandsOf(exchange);
    const guilty = blamed.get(exchange) ?? [];
    // If no parameter alone is to blame, several together are.
    const together = demands.length > 1 ? (['list.status-with-limit'] as const) : demands;
    const broken = new Set<RequirementId>(guilty.length > 0 ? guilty : together);
    if (demands.length === 0 || status < 400) broken.add('list.ok');
    for (const id of broken) emit({ id, on: exchange, finding });
  }
}

function judgeList(on: Answered, emit: Emit): void {
  const query = listQuery(on);
  const emitOn = emitterOn(on, emit);
  judgeSchema('list.schema', 'Pets', on, emit);
  const accepted = query.isSpecified ? limitRequirement(query.limit) : undefined;
  if (accepted !== undefined) emit({ id: accepted, on });
  const animals = animalsIn(on);
  if (animals === undefined) {
    const isJson = bodyOf(on.received).kind === 'json';
    const finding = isJson ? findingOn(on, 'not-an-array', {}) : schemaFindings('Pets', on)[0];
    emitOn('list.ok', finding);
    if (query.isSpecified && query.status !== undefined) emitOn(filterId(query.status), finding);
    return;
  }
  const items = animals.length;
  emit({ id: 'list.never-above-maximum', on, finding: tooMany(on, items, PAGE.maximum) });
  if (!query.isValid) return;
  if (query.isSpecified && query.status === undefined) emit({ id: 'list.ok', on });
  const limit = query.limit ?? PAGE.default;
  const code = items === limit + 1 ? 'one-above-limit' : 'above-limit';
  if (!query.isWithoutLimit) emit({ id: 'list.limit-honoured', on, finding: tooMany(on, items, limit, code) });
  else if (items > limit) emit({ id: 'list.default-limit', on, finding: tooMany(on, items, limit) });
  judgeUnique(on, animals, emit);
  if (query.status === undefined || animals.length === 0) return;
  const wrong = filterFinding(on, animals, query.status);
  emit({ id: filterId(query.status), on, finding: wrong });
  if (!query.isWithoutLimit) emit({ id: 'list.status-with-limit', on, finding: wrong ?? tooMany(on, items, limit) });
}

const tooMany = (
  exchange: Answered,
  items: number,
  limit: number,
  code: 'above-limit' | 'one-above-limit' = 'above-limit',
): Finding | undefined => (items > limit ? findingOn(exchange, code, { items, limit }) : undefined);

function filterFinding(exchange: Answered, animals: readonly Animal[], wanted: string): Finding | undefined {
  const wrong = animals.filter(({ status }) => status !== wanted);
  const [first] = wrong;
  if (first === undefined) return undefined;
  const params = { wanted, wrong: wrong.length, items: animals.length, id: first.id ?? null };
  return findingOn(exchange, 'filter-ignored', { ...params, listed: textOfValue(first.written['status']) });
}

function judgeUnique(exchange: Answered, animals: readonly Animal[], emit: Emit): void {
  const ids = animals.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return;
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  const finding = twice === undefined ? undefined : findingOn(exchange, 'listed-twice', { id: twice });
  emit({ id: 'list.unique-ids', on: exchange, finding });
}
