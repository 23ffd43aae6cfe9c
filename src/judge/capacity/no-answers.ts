import type { Sample } from '../../exchange/index.ts';
import { because, type Reason } from '../../rules/outcome.ts';
import { withFix } from '../../text/mistakes.ts';
import { unreachable } from '../checks/set-up.ts';
import { namedFailure } from '../k6-failure.ts';

/** Counts a step's requests without an answer by k6's error code. */
export function noAnswers(url: string) {
  const byCode = new Map<number, { readonly count: number; readonly message: string }>();
  return {
    add: ({ code, error = '' }: Sample) => {
      if (code === undefined) return;
      const { count = 0, message = '' } = byCode.get(code) ?? {};
      byCode.set(code, { count: count + 1, message: message === '' ? error : message });
    },
    /** The reason if none of the requests was answered, with the fix for the most frequent failure. Journals of older versions have no texts. */
    reason: (requests: number): Reason => {
      const [most] = [...byCode].sort(([, a], [, b]) => b.count - a.count);
      if (most === undefined || most[1].message === '') return because('unreachable', { requests, failure: [] });
      const [code, { message }] = most;
      return because('unreachable', {
        requests,
        failure: withFix(unreachable(namedFailure({ code: `K6_${code}`, message }), url)),
      });
    },
  };
}
