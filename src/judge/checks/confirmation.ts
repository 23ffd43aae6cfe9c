import { CHECKS } from '../../../suites/index.ts';
import type { Trace } from '../../exchange/index.ts';
import { withoutRemoved } from '../../rules/removal.ts';
import { judge } from './judge.ts';
import { selectedChecks } from './select.ts';

/** What is sent again before a violation is reported, because something else could explain it. */
export interface Confirmation {
  readonly probes: readonly string[];
  /** Sent again even if they create: they got no response. */
  readonly lost: readonly string[];
  /** The earliest moment, in milliseconds since 1970. */
  readonly notBefore: number;
  /** Sent in turns, many at the same time. */
  readonly together: readonly string[];
}

/** Judges the trace as if the run were complete, so that only what a new attempt can settle asks for one. */
export function confirmationFor(trace: Trace): Confirmation {
  const complete: Trace = {
    ...withoutRemoved(trace),
    end: { v: 1, kind: 'end', at: 0, finishedAt: '', reason: 'complete' },
  };
  const asking = new Map(
    judge(selectedChecks(CHECKS, trace.head.settings), complete).flatMap(({ id, askAgain }) =>
      askAgain === undefined ? [] : [[id, askAgain]],
    ),
  );
  const checks = CHECKS.filter(({ requirement }) => asking.has(requirement));
  return {
    probes: checks.flatMap(({ again }) => again ?? []),
    notBefore: Math.max(0, ...[...asking.values()].map(({ notBefore }) => notBefore ?? 0)),
    lost: [...asking.values()].flatMap(({ lost = [] }) => lost),
    together: checks.find(({ requirement }) => asking.get(requirement)?.volley === true)?.volley ?? [],
  };
}
