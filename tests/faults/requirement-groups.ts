import { REQUIREMENTS } from '../../src/spec/requirements/catalogue.ts';

const operations = ['list', 'create', 'get'];

/** Requirements that demand 401 with an `Error` body. */
export const errorBodyOn401: readonly string[] = [
  ...operations.map((operation) => `auth.required.${operation}`),
  ...operations.map((operation) => `auth.unknown-key.${operation}`),
];

/** Requirements that demand 401 and leave its body open. */
export const bare401: readonly string[] = [
  'auth.near-miss-key',
  'auth.bearer-only',
  'auth.empty-token',
  'auth.query-key',
];

export const answers401: readonly string[] = [...errorBodyOn401, ...bare401];

/** Requirements that demand 400 with an `Error` body. */
export const errorBodyOn400: readonly string[] = REQUIREMENTS.map(({ id }) => id).filter((id) =>
  id.startsWith('create.rejects.'),
);

export const createdFields: readonly string[] = [
  'create.echo',
  'create.text',
  'create.int64',
  'create.unique-ids',
  'create.status-optional',
  'create.name-verbatim',
  'create.each-status',
];

/** Requirements that apply to every list filtered by status. */
export const statusFilters: readonly string[] = ['available', 'pending', 'sold'].map(
  (status) => `list.status-filter.${status}`,
);

/** Requirements that read the animals of a list. */
export const listBody: readonly string[] = [
  'list.status-with-limit',
  'list.schema',
  'list.shows-created',
  'list.limit-minimum',
  'list.limit-maximum',
  ...statusFilters,
];

/** What else the loss of animals violates. */
export const vanishing: readonly string[] = [
  'list.shows-created',
  'list.consistent',
  'list.status-filter-complete',
  'list.fills-page',
  'get.still-served',
];

/** Requirements that read the numbers of the rate headers. */
export const rateNumbers: readonly string[] = [
  'rate.limit-matches-plan',
  'rate.remaining-in-range',
  'rate.remaining-counts-down',
  'rate.counts-every-operation',
  'rate.reset-unix-seconds',
  'rate.reset-in-window',
  'rate.single-integer',
];
