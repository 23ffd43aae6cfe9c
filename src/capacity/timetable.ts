import type { Step } from './steps.ts';

/** So long before a step's first request is due, its k6 is started: it takes a second or two, and asks for ids before it waits. */
export const LEAD_SECONDS = 5;

/** k6 closes its journal, and our driver reads it. */
const CLOSING_SECONDS = 5;

/**
 * When each step begins (milliseconds since 1970) on every instance. They do not know of each other, so no step waits for another
 * instance: only for the last answer that may still come (`timeoutSeconds`), and for the next k6.
 */
export function timetable(steps: readonly Step[], startAt: number, timeoutSeconds: number): Step[] {
  let at = startAt;
  return steps.map((step) => {
    const begins = at;
    at += (step.warmUpSeconds + step.seconds + timeoutSeconds + CLOSING_SECONDS + LEAD_SECONDS) * 1_000;
    return { ...step, startAt: begins };
  });
}
