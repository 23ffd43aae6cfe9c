import { CONFIRMATION } from '../exchange/index.ts';
import { isNotSent, type Probe, type ProbeRequest, type Situation } from '../probes/index.ts';

/** One of several concurrent requests. */
export interface Together {
  readonly request: ProbeRequest;
  readonly probe: string;
  readonly phase?: string;
}

/** Above the refill of the largest plan during slow responses (1,000 requests/min, half a second). */
const MOST = 16;

/** The requests of these probes, alternating, as far as the quota allows; none if each would be sent only once. */
export function volley(probes: readonly Probe[], situation: Situation, room: number): Together[] {
  const built = probes.flatMap(({ id, build }): Together[] => {
    const request = build(situation);
    return isNotSent(request) ? [] : [{ request, probe: id, phase: CONFIRMATION }];
  });
  const turns = built.length === 0 ? 0 : Math.floor(Math.min(MOST, room) / built.length);
  return turns < 2 ? [] : Array.from({ length: turns }, () => built).flat();
}
