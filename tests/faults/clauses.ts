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

const FIELD_REJECTS = [
  'missing-name',
  'missing-category',
  'null-name',
  'number-name',
  'boolean-name',
  'array-name',
  'null-category',
  'string-category',
  'fraction-category',
  'boolean-category',
  'overflow-category',
  'unknown-status',
  'null-status',
  'number-status',
  'miscased-status',
];

const BODY_REJECTS = ['array-body', 'scalar-body', 'empty-body', 'malformed-json'];

/** Requirements that demand 400 with an `Error` body. */
export const errorBodyOn400: readonly string[] = [...FIELD_REJECTS, ...BODY_REJECTS].map(
  (id) => `create.rejects.${id}`,
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
