import { probe } from '../src/probes/make-probe.ts';
import { type Probe, together } from '../src/probes/probe.ts';
import { list } from '../src/probes/probe-request.ts';
import { AUTH_PROBES } from './auth-probes.ts';
import { CREATE_PROBES, LATE_CREATES } from './create-probes.ts';
import { GET_PROBES, GET_READS, LATE_GETS, NEXT_GET } from './get-probes.ts';
import { FIRST_LISTS, LAST_PROBES, LIST_PROBES, LIST_READS } from './list-probes.ts';

/**
 * The probes in the order of sending. Creates without a valid key and invalid payloads come before the first complete list, which would
 * show their animals. Most other creates come after it, so a cached list lacks their animals.
 */
export const PROBES: readonly Probe[] = [
  // One cheap list, which shows a wrong set-up before other requests.
  probe('list.minimum', 'one animal, with the key', () => list('limit=1')),
  ...AUTH_PROBES,
  ...CREATE_PROBES,
  ...FIRST_LISTS,
  NEXT_GET,
  ...LATE_CREATES,
  ...LIST_PROBES,
  ...GET_PROBES,
  // More simultaneous requests than a small pool of connections serves.
  ...together('reads', [...GET_READS, ...LIST_READS]),
  ...LAST_PROBES,
  ...LATE_GETS,
];
