/**
 * The time in the system that a share of the requests stays below, in milliseconds: requests come at a constant rate to one worker
 * with exponential service times (D/M/1). It is exponential with the rate μ (1 − σ), where σ = e^(−μ (1 − σ) / λ) (Kleinrock,
 * Queueing Systems I, 6.4). Infinite where more come than can be served.
 */
export function timeInSystem(p: number, offeredRps: number, capacityRps: number): number {
  if (offeredRps >= capacityRps) return Number.POSITIVE_INFINITY;
  let sigma = 0;
  for (let round = 0; round < 10_000; round += 1) sigma = Math.exp((-capacityRps * (1 - sigma)) / offeredRps);
  return (-Math.log(1 - p) * 1_000) / (capacityRps * (1 - sigma));
}
