import type { Answered } from '../../exchange/index.ts';
import { animalIn, animalsIn } from '../../store/index.ts';
import { type Finding, outcomeOf } from '../outcome.ts';
import { type Rule, violation } from '../rule.ts';

/** Whether another spelling of a path of the specification returns animals without a key. */
export function openPath(exchange: Answered): Finding | undefined {
  if (exchange.operation !== 'other' || exchange.key !== null || exchange.received.status !== 200) return undefined;
  const animals = animalsIn(exchange) ?? [animalIn(exchange)];
  if (animals.every((animal) => animal?.id === undefined || animal.name === undefined)) return undefined;
  return violation(exchange, 'animals-without-key', {});
}

/** Judges the listed path by `rule`; the same path in another spelling may be refused in any way. */
export function andNotOpen(rule: Rule): Rule {
  return (evidence, trace) => {
    const findings = evidence.flatMap((exchange) => openPath(exchange) ?? []);
    const outcome = rule(
      evidence.filter(({ operation }) => operation !== 'other'),
      trace,
    );
    if (findings.length === 0) return outcome;
    return outcomeOf([...(outcome.kind === 'broken' ? outcome.findings : []), ...findings], evidence.length);
  };
}
