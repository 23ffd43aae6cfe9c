import { isSuccess } from '../exchange/exchange.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Trace } from '../exchange/trace.ts';
import type { Finding } from '../rules/conclusion.ts';
import { PET_STATUSES } from '../spec/operations.ts';
import { filterId, type RequirementId } from '../spec/requirements/catalogue.ts';
import { isCreated } from '../store/views.ts';
import { identityOf } from './expect/request.ts';
import type { Judgement, Judgements } from './judgement.ts';

/** Requirements whose violation depends on which animals a list shows. How many it shows does not matter: no operation removes animals. */
const ABOUT_ANIMALS: readonly RequirementId[] = [
  'list.schema',
  ...PET_STATUSES.map(filterId),
  'list.status-filter-complete',
  'list.status-with-limit',
  'list.unique-ids',
  'list.shows-created',
  'list.agrees-with-created',
  'list.consistent',
  'list.fills-page',
  'media.clean-json',
  'media.plain-integers',
];

/** Findings that may not recur: a service may find no animal for a moment after a request for an id that does not exist. */
const TEMPORARY: readonly string[] = ['known-id-refused', 'removed-early', 'temporarily-not-found'];

/**
 * The exchange that shows a finding again whenever its request is sent alone, later, on a new connection. Undefined if the finding rests
 * on several exchanges, if an identical request did not show it, or if the list shows other animals now.
 */
export function repeatableIn(
  trace: Trace,
  judgements: Judgements,
  id: RequirementId,
  finding: Finding,
): Exchange | undefined {
  const { code, params, exchanges } = finding;
  const last = trace.exchanges.find(({ seq }) => seq === exchanges.at(-1));
  // A service may omit headers now and then.
  const isNotEveryTime = Number(params['lacking']) < Number(params['total']);
  if (last === undefined || TEMPORARY.includes(code) || isNotEveryTime) return undefined;
  const isShownAlone =
    exchanges.length === 1 || code === 'key-of-other-plan' || params['lacking'] !== undefined || code === 'no-response';
  if (!isShownAlone || (isOfOldList(last, trace) && ABOUT_ANIMALS.includes(id))) return undefined;
  const { shown, sent } = timesShown(finding, identityOf(last), judgements.get(id) ?? []);
  return shown === sent ? last : undefined;
}

/** How often a request was sent, and how often it showed a finding. */
export function timesShown({ code }: Finding, text: string, judgements: readonly Judgement[]) {
  const asked = judgements.filter(({ on }) => identityOf(on) === text);
  const shown = asked.filter(({ finding }) => finding?.code === code);
  // The same list conforms if less was known of the store at that moment, or less was in it, which says nothing about the service.
  const aboutAnimals = shown.flatMap(({ id, on }) => (ABOUT_ANIMALS.includes(id) ? on : []));
  const lists = new Set(aboutAnimals.map(bodyIn));
  const isEarlier = ({ seq }: Exchange) => aboutAnimals.length > 0 && aboutAnimals.every((on) => seq < on.seq);
  const same = asked.filter(({ finding, on }) => finding?.code === code || !(lists.has(bodyIn(on)) || isEarlier(on)));
  const timesOf = (of: readonly Judgement[]) => new Set(of.map(({ on }) => on)).size;
  return { shown: timesOf(shown), sent: timesOf(same) };
}

const bodyIn = ({ received }: Exchange): string => ('status' in received ? (received.body ?? '') : '');

/** Whether the request is a list from before the run's last create: it shows other animals now. */
const isOfOldList = (exchange: Exchange, { exchanges }: Trace): boolean =>
  exchange.operation === 'listPets' &&
  isSuccess(exchange) &&
  exchanges.some((later) => later.seq > exchange.seq && isCreated(later));

/** Puts requests with fewer unusual parts first: parameters, unusual headers, members beyond the schema, each thousand characters. */
export function simplestFirst({ sent: a }: Exchange, { sent: b }: Exchange): number {
  const parts = ({ path, headers, body }: Exchange['sent']) =>
    headers.filter((line) => !PLAIN.test(line.join(': '))).length +
    [...`${path} ${body}`.matchAll(/[?&]|"(?!name"|categoryId"|status")[^"]*"\s*:|.{1000}/gs)].length;
  return parts(a) - parts(b) || a.path.length - b.path.length;
}

const PLAIN = /^(?:accept|content-type): application\/json$|^authorization: Bearer \{key\}$/i;
