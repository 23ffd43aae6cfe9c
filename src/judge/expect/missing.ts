import { isFromIntermediary } from '../../exchange/body.ts';
import { isAnswered, isInterrupted } from '../../exchange/exchange.ts';
import type { Exchange } from '../../exchange/records/exchange-record.ts';
import type { Trace } from '../../exchange/trace.ts';
import { because, type Reason } from '../../rules/conclusion.ts';
import { filterId } from '../../spec/requirements/catalogue.ts';
import type { ListQuery } from '../../store/query.ts';
import { type Emit, type Judgement, openDoubt } from '../judgement.ts';
import { limitRequirement } from './lists.ts';
import { askedIn, identityOf } from './request.ts';
import { hasUnknownLength, isNotFromService, isUsable } from './service-response.ts';

/** Emits a doubt for each requirement of a request that got no response which can be judged. */
export function judgeMissing({ exchanges }: Trace, emit: Emit): void {
  const answered = new Set(exchanges.filter(isUsable).map(identityOf));
  for (const exchange of exchanges)
    if (!answered.has(identityOf(exchange)) && !isRefusedEarly(exchange) && !isInterrupted(exchange))
      for (const { id, cell } of lackingEvidence(exchange))
        emit({ id, cell, on: exchange, doubt: openDoubt(lossOf(exchange)) });
}

/** Whether an HTTP server may have refused the form of a request, which the specification does not require it to read. */
const isRefusedEarly = (exchange: Exchange): boolean =>
  isAnswered(exchange)
    ? isNotFromService(exchange) && !isFromIntermediary(exchange.received)
    : hasUnknownLength(exchange.sent);

function lackingEvidence(exchange: Exchange): readonly Pick<Judgement, 'id' | 'cell'>[] {
  const { credentialRequirements, what, hasOddHeader } = askedIn(exchange);
  if (hasOddHeader) return [];
  if (exchange.key === null) return credentialRequirements;
  if (what.kind === 'invalid' && !what.mayRefuseOtherwise) return [{ id: `create.rejects.${what.why}` }];
  return what.kind === 'list' && what.isSpecified ? requirementsWithoutEvidence(what) : [];
}

/** Unlike `demandsOf` (lists.ts), with what only a response with animals shows. */
function requirementsWithoutEvidence({ isWithoutLimit, limit, status }: ListQuery): Pick<Judgement, 'id'>[] {
  if (status !== undefined) return [{ id: filterId(status) }, { id: 'list.status-filter-complete' }];
  if (isWithoutLimit) return [{ id: 'list.ok' }, { id: 'list.default-limit' }];
  const id = limitRequirement(limit);
  return id === undefined ? [] : [{ id }];
}

function lossOf({ probe, received }: Exchange): Reason {
  if ('failure' in received) return because('probe-unanswered', { probe, failure: received.failure.code });
  const { status, cut } = received;
  if (status === 429) return because('probe-rate-limited', { probe });
  if (cut !== undefined) return because('probe-cut-off', { probe, failure: cut.message });
  return because('probe-answered-by-proxy', { probe, status });
}
