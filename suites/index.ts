import { type Probe, probe } from '../src/probes/probe.ts';
import { list } from '../src/probes/request.ts';
import { AUTH_PROBES } from './auth.ts';
import { CREATE_PROBES } from './create-probes.ts';
import { foundPlain, GET_PROBES, KEPT_PROBES, readLater } from './get.ts';
import { LAST_PROBES, LIST_PROBES } from './list-probes.ts';

/** One cheap list, which shows a wrong set-up before other requests. */
const contact = probe('list.minimum', 'one animal, with the key', () => list('limit=1'));

/**
 * In the order of sending. Creates without a valid key and refused payloads come before successful creates, so that a list
 * that shows the latter would also show the former. The lists come after all creates.
 */
export const PROBES: readonly Probe[] = [
  contact,
  ...AUTH_PROBES,
  ...CREATE_PROBES,
  ...LIST_PROBES,
  ...GET_PROBES,
  ...LAST_PROBES,
  foundPlain,
  readLater,
  ...KEPT_PROBES,
];
