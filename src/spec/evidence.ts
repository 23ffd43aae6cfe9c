import { PET_STATUSES } from './operations.ts';
import type { RequirementId } from './requirements/index.ts';

/** What a requirement is judged by. */
export interface EvidenceRow {
  /** Only creates show it, so it does not apply to a read-only run. */
  readonly creates?: true;
  /** The code of the reason if nothing was judged (text/reasons). */
  readonly without?: string;
  /** The same for something that the specification does not demand: then the requirement does not apply. */
  readonly optional?: string;
  /** Parts that must all be judged before it passes. */
  readonly cells?: readonly string[];
}

const creates = { creates: true } as const;

export const EVIDENCE: Partial<Record<RequirementId, EvidenceRow>> = {
  'auth.required.create': creates,
  'auth.unknown-key.create': creates,
  'auth.near-miss-key': { cells: ['cut', 'appended', 'flipped'] },
  'auth.bearer-only': { cells: ['basic', 'other-scheme', 'no-scheme'] },
  'auth.query-key': { optional: 'key-not-in-url' },
  'auth.no-side-effect': { creates: true, without: 'no-create-refused' },
  'list.default-limit': { without: 'no-bare-list' },
  'list.status-filter-complete': { without: 'no-known-animal-filtered' },
  'list.shows-created': { creates: true, without: 'nothing-created' },
  'list.agrees-with-created': { creates: true, without: 'created-in-no-list' },
  'list.consistent': { without: 'no-animal-shown-twice' },
  'list.fills-page': { without: 'no-known-animal-limited' },
  'create.each-status': { creates: true, cells: PET_STATUSES },
  'create.echo': { creates: true, without: 'no-listed-payload-created' },
  'create.status-optional': { creates: true, without: 'no-animal-without-status' },
  'create.unique-ids': { creates: true, without: 'nothing-created' },
  'create.int64': { creates: true, optional: 'only-known-categories' },
  'create.text': { creates: true, optional: 'only-ascii-names' },
  'create.rejected-not-stored': { creates: true, without: 'no-create-refused' },
  'create.name-verbatim': { creates: true, without: 'blanks-refused' },
  'get.same-as-created': { creates: true, without: 'no-created-read' },
  'get.still-served': { without: 'no-known-id-answered' },
  'get.sunset-date': { optional: 'no-sunset' },
  'get.deprecation-syntax': { optional: 'no-deprecation' },
};

/** Whether a run that only reads cannot judge it. */
export const needsCreates = (id: RequirementId): boolean => id.startsWith('create.') || EVIDENCE[id]?.creates === true;
