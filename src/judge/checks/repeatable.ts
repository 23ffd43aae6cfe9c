import { CHECKS } from '../../../suites/index.ts';
import { type Answered, type Exchange, isAnswered, oncePer, type Trace } from '../../exchange/index.ts';
import { requestText } from '../../explore/rule.ts';
import type { Finding, Outcome } from '../../rules/outcome.ts';
import { withoutRemoved } from '../../rules/removal.ts';
import type { Rule } from '../../rules/rule.ts';
import { isCreated, isExplored } from '../../store/index.ts';

const RULES: ReadonlyMap<string, Rule> = new Map(CHECKS.map(({ requirement, rule }) => [requirement, rule]));

const judgedOf = oncePer(withoutRemoved<Trace>);

/** A cache of the outcome of each rule on each response alone, by rule and seq: several findings need the same ones. */
const outcomesOf = oncePer((_trace: Trace) => new Map<string, Outcome>());

/**
 * The exchange that shows a finding again whenever its request is sent alone, on a new connection, later. Undefined if the finding rests on
 * several exchanges, their order or connection, a moment, or animals that the list does not show any more.
 */
export function repeatableIn(recorded: Trace, id: string, { code, params, exchanges }: Finding): Exchange | undefined {
  // A service may omit headers now and then.
  if (UNFOUND.includes(code) || Number(params['lacking']) < Number(params['total'])) return undefined;
  const trace = judgedOf(recorded);
  const rule = RULES.get(id);
  const named = trace.exchanges.filter(({ seq }) => exchanges.includes(seq));
  const last = named.at(-1);
  if (rule === undefined || last === undefined || last.seq !== exchanges.at(-1)) return undefined;
  const shows = (exchange: Exchange) =>
    isAnswered(last)
      ? isAnswered(exchange) && isShown(code, outcomeAlone(exchange, id, rule, trace))
      : !isAnswered(exchange);
  const needsAnimals = (list: Answered) => !STAYS.includes(code) && !isShown(code, rule([withoutAnimals(list)], trace));
  if (isAnswered(last) && isOfOldList(last, trace) && needsAnimals(last)) return undefined;
  const alike = trace.exchanges.filter((exchange) => isAlike(exchange, last, named.length));
  return [...named, ...alike].every(shows) ? last : undefined;
}

/** A service may find no animal at all for a moment after an id that does not exist. */
const UNFOUND: readonly string[] = ['known-id-refused', 'removed-early', 'temporarily-not-found'];

/** A list with too many animals remains too long, because the service cannot delete. */
const STAYS: readonly string[] = ['above-limit', 'one-above-limit'];

/** The rule finds the same in one response, and names no other exchange. */
function isShown(code: string, outcome: Outcome): boolean {
  if (outcome.kind !== 'broken') return false;
  return outcome.findings.some((finding) => finding.code === code && finding.exchanges.length === 1);
}

function outcomeAlone(exchange: Answered, id: string, rule: Rule, trace: Trace): Outcome {
  const outcomes = outcomesOf(trace);
  const outcome = outcomes.get(`${id} ${exchange.seq}`) ?? rule([exchange], trace);
  outcomes.set(`${id} ${exchange.seq}`, outcome);
  return outcome;
}

/**
 * The same request, or the same probe unless the exploration generated it. A request without a response only if the shown one has none. Of
 * a finding about several responses, each response of that operation with that status.
 */
function isAlike(exchange: Exchange, shown: Exchange, count: number): boolean {
  const isSameProbe = exchange.probe === shown.probe && !isExplored(shown);
  if (isSameProbe || requestText(exchange) === requestText(shown)) return isAnswered(exchange) || !isAnswered(shown);
  return count > 1 && exchange.operation === shown.operation && statusOf(exchange) === statusOf(shown);
}

const statusOf = ({ received }: Exchange) => ('status' in received ? received.status : undefined);

/** A list from before the run's last create, which shows other animals now. */
const isOfOldList = ({ operation, seq, received }: Answered, { exchanges }: Trace): boolean =>
  operation === 'listPets' && received.status < 300 && exchanges.some((later) => later.seq > seq && isCreated(later));

function withoutAnimals(list: Answered): Answered {
  const { encoding: _, ...received } = list.received;
  // 204 may be what an empty list is answered with.
  const status = received.status === 204 ? 200 : received.status;
  return { ...list, received: { ...received, status, body: '[]' } };
}
