import { isAnswered } from '../exchange/exchange.ts';
import { memoize } from '../exchange/memoize.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Trace } from '../exchange/trace.ts';
import { judgeCreates } from '../judge/expect/creates.ts';
import { isKeyRead, judgeCredentials } from '../judge/expect/credentials.ts';
import { judgeDeprecation, judgeGets } from '../judge/expect/gets.ts';
import { judgeLists } from '../judge/expect/lists.ts';
import { judgeMissing } from '../judge/expect/missing.ts';
import { judgeResponses } from '../judge/expect/responses.ts';
import { isNotFromService, isUnlistedGet, isUsable } from '../judge/expect/service-response.ts';
import type { Emit, Judgement, Judgements } from '../judge/judgement.ts';
import { judgeFields } from '../judge/laws/kept-fields.ts';
import { judgeMembership } from '../judge/laws/membership.ts';
import { judgeStored } from '../judge/laws/stored.ts';
import { judgeVanishing } from '../judge/laws/vanishing.ts';
import { judgeRate } from '../judge/rate-judgements.ts';
import { isRemovedOn } from '../spec/operations.ts';
import type { RequirementId } from '../spec/requirements/catalogue.ts';
import { modelOf } from '../store/model.ts';

/** All judgements of a run. None depends on the name of a probe. */
export const judgementsOf: (trace: Trace) => Judgements = memoize((recorded) => {
  const byId = new Map<RequirementId, { readonly judgements: Judgement[]; readonly conforming: Set<Exchange> }>();
  const emit: Emit = (judgement) => {
    const { id, on, finding, doubt } = judgement;
    const known = byId.get(id) ?? { judgements: [], conforming: new Set() };
    byId.set(id, known);
    if (finding === undefined && doubt === undefined) {
      // A conforming response counts once, however many animals it shows.
      if (known.conforming.has(on)) return;
      known.conforming.add(on);
    }
    known.judgements.push(judgement);
  };
  const trace = asUnlisted(recorded);
  const model = modelOf(trace);
  const usable = trace.exchanges.filter(isUsable);
  // Unlike `usable`, with 429s and bodies that broke off, and without unlisted paths.
  const ofService = trace.exchanges
    .filter(isAnswered)
    .filter((exchange) => exchange.operation !== 'other' && !isNotFromService(exchange));
  const withKey = usable.filter(isKeyRead);
  judgeCredentials(usable, emit);
  judgeLists(withKey, emit);
  judgeCreates(withKey, model, emit);
  // With the requests of a removed operation, which its requirements are about.
  judgeGets(recorded.exchanges.filter(isUsable).filter(isKeyRead), model, trace.head.settings.today, emit);
  judgeResponses(trace, ofService, emit);
  judgeDeprecation(ofService, emit);
  judgeMissing(trace, emit);
  // Laws: what must hold of the store over time, whatever the requests were.
  judgeMembership(trace, model, emit);
  judgeFields(model, emit);
  judgeStored(trace, model, emit);
  judgeVanishing(trace, model, emit);
  judgeRate(trace, ofService, emit);
  return new Map([...byId].map(([id, { judgements }]) => [id, judgements]));
});

/** The trace, in which gets refused after the removal date are requests to an unlisted path, which the specification does not describe. */
function asUnlisted(trace: Trace): Trace {
  if (!isRemovedOn(trace.head.settings.today)) return trace;
  const exchanges = trace.exchanges.map((sent) => (isUnlistedGet(sent) ? { ...sent, operation: 'other' } : sent));
  return { ...trace, exchanges };
}
