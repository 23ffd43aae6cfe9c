/**
 * Counts the requests admitted in the `seconds` before each time, for sorted times. It assumes no algorithm:
 * fixed and sliding windows show at most N, continuous refill N and the refilled quota.
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
