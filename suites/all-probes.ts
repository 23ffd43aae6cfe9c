import { probe } from '../src/probes/make-probe.ts';
import { type Probe, together } from '../src/probes/probe.ts';
import { list } from '../src/probes/probe-request.ts';
import { AUTH_PROBES } from './auth-probes.ts';
import { CREATE_PROBES, LATE_CREATES } from './create-probes.ts';
import { GET_PROBES, GET_READS, LATE_GETS, NEXT_GET } from './get-probes.ts';
import { FIRST_LISTS, LAST_PROBES, LIST_PROBES, LIST_READS } from './list-probes.ts';

/**
 * In the order of sending. Creates without a valid key and refused payloads come before the first complete list, which would show one
 * that was stored. Most other creates come after it: a cached list lacks these.
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
  // As many simultaneous requests as a small pool of connections does not serve.
  ...together('reads', [...GET_READS, ...LIST_READS]),
  ...LAST_PROBES,
  ...LATE_GETS,
];
