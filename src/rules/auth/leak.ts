import { type Exchange, isAnswered } from '../../exchange/index.ts';
import type { RequirementId } from '../../spec/requirements/index.ts';
import { animalIn, animalsIn } from '../../store/index.ts';

/**
 * Animals in the response to a read without a valid key. For a requirement of the authentication, no gateway, restart, other client or clock
 * explains them.
 */
export function isLeak(exchange: Exchange, requirement: RequirementId): boolean {
  if (!requirement.startsWith('auth.') || exchange.key !== null || exchange.sent.method !== 'GET') return false;
  if (!isAnswered(exchange) || exchange.received.status !== 200) return false;
  const animals = animalsIn(exchange) ?? [animalIn(exchange)];
  return animals.some((animal) => animal?.id !== undefined);
}
