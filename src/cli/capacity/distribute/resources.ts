/** Measured (docs/capacity.md): 10.8 s of a processor for 8 s of 4,000 requests a second, and 0.3 GB for 500 VUs. */
const PROCESSOR_PER_RPS = 0.35 / 1_000;
const MEGABYTES_PER_VU = 0.6;

/** Whatever is not the load itself. */
const IDLE_PROCESSOR = 0.1;
const IDLE_MEGABYTES = 100;

/** Room above what was measured elsewhere. */
const SPARE = 1.5;

/** What one pod asks for. No limit on the processor: a generator that is throttled is late, and then measures itself. */
export function resourcesFor(rps: number, vus: number) {
  const millis = Math.ceil((IDLE_PROCESSOR + rps * PROCESSOR_PER_RPS) * SPARE * 10) * 100;
  const megabytes = Math.ceil((IDLE_MEGABYTES + vus * MEGABYTES_PER_VU) * SPARE);
  return {
    requests: { cpu: `${millis}m`, memory: `${megabytes}Mi` },
    limits: { memory: `${2 * megabytes}Mi` },
  };
}
