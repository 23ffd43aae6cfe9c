import type { Trace } from '../../exchange/index.ts';
import { requestOf } from '../../explore/reduce.ts';
import { omittedOnce } from '../../rules/list/presence.ts';

/** Finds an omission by one of four replicas with a probability of five in six. */
const TIMES = 6;

/** A list that omitted an animal once, again and again: one replica of several may lack the animal. */
export function omittedListAgain(trace: Trace) {
  const list = omittedOnce(trace);
  return list === undefined
    ? []
    : Array.from({ length: TIMES }, () => ({ probe: list.probe, request: requestOf(list) }));
}
