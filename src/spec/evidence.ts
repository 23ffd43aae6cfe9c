import { PET_STATUSES } from './operations.ts';
import { matchesPattern } from './pattern.ts';
import { REQUIREMENTS, type Requirement, type RequirementId } from './requirements/index.ts';

/** What a requirement is judged by. */
export interface EvidenceRow {
  /** Patterns of the probes that may show it, which a run of this requirement alone sends; absent if every response does. */
  readonly stimuli?: readonly string[];
  /** Only creates show it, so it does not apply to a read-only run. */
  readonly creates?: true;
  /** The code of the reason if nothing was judged (text/reasons). */
  readonly without?: string;
  /** The same for something that the specification does not demand: then the requirement does not apply. */
  readonly optional?: string;
  /** Parts that must all be judged before it passes. */
  readonly cells?: readonly string[];
}

const FILTERS = PET_STATUSES.map((status) => `list.status-${status}`);
const LISTS = ['list.maximum', ...FILTERS, 'list.status-whole'];
const VALID = ['create.available', 'create.known-category'];
/** All creates of the suites that may succeed. */
const CREATES = [...VALID, 'create.pending*', 'create.sold*', 'create.no-status*', 'create.digits', 'create.again*'];
const MORE_CREATES = [...CREATES, 'create.text*', 'create.int64*', 'create.empty-name', 'create.controls'];
const KNOWN = ['get.created', 'get.found', 'get.found-plain'];
const READS = [...KNOWN, 'get.again', 'get.last', 'list.maximum'];

export const EVIDENCE: Partial<Record<RequirementId, EvidenceRow>> = {
  'auth.required.list': { stimuli: ['auth.none.list*', 'auth.none.elsewhere', 'auth.unknown-path'] },
  'auth.required.create': { creates: true, stimuli: ['auth.none.create*', ...VALID] },
  'auth.required.get': { stimuli: ['auth.none.get', 'get.not-found', 'get.found'] },
  'auth.unknown-key.list': { stimuli: ['auth.unknown.list', 'auth.unknown.bytes', 'auth.unknown.long'] },
  'auth.unknown-key.create': { creates: true, stimuli: ['auth.unknown.create', ...VALID] },
  'auth.unknown-key.get': { stimuli: ['auth.unknown.get', 'get.not-found', 'get.found'] },
  'auth.near-miss-key': {
    stimuli: ['auth.cut', 'auth.appended', 'auth.flipped'],
    cells: ['cut', 'appended', 'flipped'],
  },
  'auth.bearer-only': {
    stimuli: ['auth.basic', 'auth.other-scheme', 'auth.no-scheme'],
    cells: ['basic', 'other-scheme', 'no-scheme'],
  },
  'auth.empty-token': { stimuli: ['auth.empty-token'] },
  'auth.query-key': { stimuli: ['auth.none.list'], optional: 'key-not-in-url' },
  'auth.no-side-effect': {
    creates: true,
    stimuli: ['auth.none.create*', 'auth.unknown.create', ...VALID, 'list.maximum'],
    without: 'no-create-refused',
  },
  'auth.scheme-case': { stimuli: ['get.found'] },
  'auth.unknown-path': { stimuli: ['auth.unknown-path'] },
  'list.ok': { stimuli: ['list.minimum', 'list.maximum', 'list.default', 'list.conditional', 'list.forwarded'] },
  'list.default-limit': { stimuli: ['list.default', 'list.twenty', 'list.fill-*', ...LISTS], without: 'no-bare-list' },
  'list.limit-minimum': { stimuli: ['list.minimum'] },
  'list.limit-maximum': { stimuli: ['list.maximum'] },
  'list.status-filter.available': { stimuli: ['list.status-available'] },
  'list.status-filter.pending': { stimuli: ['list.status-pending'] },
  'list.status-filter.sold': { stimuli: ['list.status-sold'] },
  'list.status-filter-complete': { stimuli: LISTS, without: 'no-known-animal-filtered' },
  'list.status-with-limit': { stimuli: ['list.status-with-limit*', 'list.maximum'] },
  'list.shows-created': { creates: true, stimuli: [...CREATES, 'list.maximum'], without: 'nothing-created' },
  'list.agrees-with-created': { creates: true, stimuli: [...CREATES, ...LISTS], without: 'created-in-no-list' },
  'list.consistent': { stimuli: ['list.default', 'get.found', ...LISTS], without: 'no-animal-shown-twice' },
  'list.fills-page': {
    stimuli: ['list.minimum', 'list.status-with-limit', ...LISTS],
    without: 'no-known-animal-limited',
  },
  'list.limit-out-of-range': { stimuli: ['list.limit-*'] },
  'list.status-unknown': { stimuli: ['list.status-unknown'] },
  'list.unknown-parameter': { stimuli: ['list.status-with-limit*'] },
  'create.created': { creates: true, stimuli: [...VALID, 'create.again*'] },
  'create.schema': { creates: true, stimuli: MORE_CREATES },
  'create.echo': { creates: true, stimuli: [...MORE_CREATES, 'list.fill-*'], without: 'no-listed-payload-created' },
  'create.each-status': {
    creates: true,
    stimuli: [...VALID, 'create.pending*', 'create.sold*'],
    cells: PET_STATUSES,
  },
  'create.status-optional': {
    creates: true,
    stimuli: ['create.no-status*', 'create.digits'],
    without: 'no-animal-without-status',
  },
  'create.unique-ids': {
    creates: true,
    stimuli: [...MORE_CREATES, 'list.fill-*', 'list.maximum'],
    without: 'nothing-created',
  },
  'create.int64': {
    creates: true,
    stimuli: ['create.pending', 'create.no-status', 'create.int64*', ...VALID],
    optional: 'only-known-categories',
  },
  'create.text': { creates: true, stimuli: [...MORE_CREATES, 'list.fill-*'], optional: 'only-ascii-names' },
  'create.rejected-not-stored': {
    creates: true,
    stimuli: ['create.rejects.*', ...VALID, 'list.maximum'],
    without: 'no-create-refused',
  },
  'create.name-verbatim': { creates: true, stimuli: ['create.sold'], without: 'blanks-refused' },
  'create.client-id': { creates: true, stimuli: ['create.sold'] },
  'create.extra-field': { creates: true, stimuli: ['create.no-status'] },
  'create.empty-name': { creates: true, stimuli: ['create.text-plain', 'create.empty-name'] },
  'create.content-type': { creates: true, stimuli: ['create.text-plain*'] },
  'create.default-status': { creates: true, stimuli: ['create.no-status*'] },
  'create.location': { creates: true, stimuli: MORE_CREATES },
  'get.ok': { stimuli: [...READS, 'list.kept-*', 'create.kept-*'] },
  'get.schema': { stimuli: READS },
  'get.same-as-created': {
    creates: true,
    stimuli: ['get.created', 'get.again', 'get.last', 'list.maximum'],
    without: 'no-created-read',
  },
  'get.not-found': { stimuli: ['get.not-found', 'get.invalid-*'] },
  'get.still-served': { stimuli: READS, without: 'no-known-id-answered' },
  'get.sunset-date': { stimuli: [...KNOWN, 'get.not-found'], optional: 'no-sunset' },
  'get.deprecation-signal': { stimuli: KNOWN },
  'get.deprecation-syntax': { stimuli: KNOWN, optional: 'no-deprecation' },
  'get.invalid-id': { stimuli: ['get.invalid-*'] },
  'get.replacement': { stimuli: KNOWN },
};

/** The patterns of the probes that may show a requirement; undefined if every response does. */
export function stimuliOf(id: RequirementId): readonly string[] | undefined {
  return id.startsWith('create.rejects.') ? [`${id}*`, ...VALID] : EVIDENCE[id]?.stimuli;
}

/** The requirements that a check judges, in the order of the catalogue. Those of limits and capacity need k6. */
export const CHECKED: readonly Requirement[] = REQUIREMENTS.filter(({ id }) => !/^(?:limit|capacity)\./.test(id));

/** Whether a run that only reads cannot judge it. */
export const needsCreates = (id: RequirementId): boolean => id.startsWith('create.') || EVIDENCE[id]?.creates === true;

/** One requirement of a check, and the probes that may show it. */
export interface Check {
  readonly requirement: RequirementId;
  /** Probe ids, or `all` if every response may show it. */
  readonly from: readonly string[] | 'all';
}

/** The checks of these probes, in the order of the catalogue and of every report. */
export const checksOf = (probes: readonly { readonly id: string }[]): Check[] =>
  CHECKED.map(({ id: requirement }) => {
    const patterns = stimuliOf(requirement);
    if (patterns === undefined) return { requirement, from: 'all' };
    const ids = probes.map(({ id }) => id);
    return { requirement, from: ids.filter((id) => patterns.some((pattern) => matchesPattern(id, pattern))) };
  });
