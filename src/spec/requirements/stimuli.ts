import { PET_STATUSES } from '../operations.ts';

/** Patterns of probes that several requirements are judged by. */
export const LISTS = ['list.maximum', ...PET_STATUSES.map((status) => `list.status-${status}`), 'list.status-whole'];
export const VALID = ['create.available', 'create.known-category'];
/** All creates of the suites that may succeed. */
export const CREATES = [
  ...VALID,
  'create.pending*',
  'create.sold*',
  'create.no-status*',
  'create.digits',
  'create.again*',
];
