import { CONFIRMATION } from '../exchange/index.ts';
import { isNotSent, type Probe, type ProbeRequest, type Situation } from '../probes/index.ts';

/** A request that is sent together with others. */
export interface Together {
  readonly request: ProbeRequest;
  readonly probe: string;
  readonly phase?: string;
}

/** More than the bucket of the largest plan refills while far-away answers are made (1,000 a minute, half a second). */
const MOST = 16;

/** The requests of these probes in turns, as many as there is room for; none where each would be sent but once. */
export function volley(probes: readonly Probe[], situation: Situation, room: number): Together[] {
  const built = probes.flatMap(({ id, build }): Together[] => {
    const request = build(situation);
    return isNotSent(request) ? [] : [{ request, probe: id, phase: CONFIRMATION }];
  });
  const turns = built.length === 0 ? 0 : Math.floor(Math.min(MOST, room) / built.length);
  return turns < 2 ? [] : Array.from({ length: turns }, () => built).flat();
}
