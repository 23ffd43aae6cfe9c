/**
 * Counts what was admitted in the `seconds` before each moment, for moments in order. No reading of the plan's sentence is taken:
 * fixed and sliding windows alike show at most N, continuous refill N and what it gave back.
 */
export function trailing(seconds: number): (at: number, admitted: boolean) => number {
  const times: number[] = [];
  let first = 0;
  return (at, admitted) => {
    if (admitted) times.push(at);
    while ((times[first] ?? at) <= at - seconds) first += 1;
    return times.length - first;
  };
}
