import { BASE_PROBE, KNOWN_CATEGORY_PROBE } from '../src/probes/index.ts';
import { refusedNotStored } from '../src/rules/auth/side-effect.ts';
import {
  created,
  createdAgain,
  eachStatusAccepted,
  int64Kept,
  statusOptional,
  textKept,
} from '../src/rules/create/accepted.ts';
import { echoes } from '../src/rules/create/echo.ts';
import { idsUnique } from '../src/rules/create/identity.ts';
import {
  clientId,
  defaultStatus,
  extraField,
  locationHeader,
  nameVerbatim,
  plainAcceptance,
} from '../src/rules/create/observed.ts';
import { because, outcomeOf, undecided } from '../src/rules/outcome.ts';
import { bodyMatches } from '../src/rules/schema/matches.ts';
import { refusedWith } from '../src/rules/status.ts';
import { validPayloadCreated } from '../src/rules/twin.ts';
import { isCreated } from '../src/store/index.ts';
import type { Check, Suite } from './check.ts';
import {
  ACCEPT_IDS,
  AGAIN_IDS,
  BREAK_NAMES,
  CREATE_PROBES,
  INT64_CATEGORIES,
  MORE_IDS,
  REJECT_IDS,
} from './create-probes.ts';
import { FILL_IDS } from './fill-probes.ts';

const BASES = [BASE_PROBE, KNOWN_CATEGORY_PROBE];
const refused = refusedWith(400, validPayloadCreated);

/** If the service may know only certain categories, a 400 for ours proves nothing: a known one decides. */
const createdAtAll: Check['rule'] = (all, trace) => {
  const evidence = all.filter(({ probe }) => BASES.includes(probe));
  if (evidence.some(({ received }) => received.status === 201)) {
    const again = createdAgain(all);
    return again === undefined ? created(evidence.slice(-1), trace) : outcomeOf([again], all.length);
  }
  const isCategoryKnown =
    trace.head.settings.categories !== null || evidence.some(({ probe }) => probe === KNOWN_CATEGORY_PROBE);
  if (!isCategoryKnown && evidence.at(-1)?.received.status === 400) return undecided(because('no-known-category'));
  return created(evidence, trace);
};

const rejects = BREAK_NAMES.map((what): Check => {
  const id = `create.rejects.${what}`;
  return { requirement: id as Check['requirement'], from: [id], needs: [KNOWN_CATEGORY_PROBE], rule: refused };
});

/** Animals that a run may create without: evidence if they were. */
const OPTIONAL_IDS = [...MORE_IDS, ...FILL_IDS];

/** The fields of probes that this requirement judges. Large numbers and unusual texts of the creates have their own requirements. */
const ECHOED = {
  [BASE_PROBE]: ['name', 'categoryId', 'status'],
  [KNOWN_CATEGORY_PROBE]: ['name', 'categoryId', 'status'],
  'create.pending': ['status'],
  'create.pending-plain': ['name', 'categoryId', 'status'],
  'create.sold': ['categoryId', 'status'],
  'create.sold-plain': ['name', 'categoryId', 'status'],
  'create.again': ['name', 'categoryId', 'status'],
  'create.again-whole': ['name', 'categoryId', 'status'],
  'create.again-plain': ['name', 'categoryId', 'status'],
  'create.digits': ['categoryId'],
  ...Object.fromEntries(FILL_IDS.map((id) => [id, ['name', 'categoryId', 'status']] as const)),
} as const;

const checks: readonly Check[] = [
  {
    requirement: 'create.created',
    from: BASES,
    also: AGAIN_IDS,
    decidedBy: { 'create.again': ['create.again-whole', 'create.again-plain'] },
    rule: createdAtAll,
  },
  {
    requirement: 'create.schema',
    from: [...BASES, ...ACCEPT_IDS],
    also: MORE_IDS,
    rule: bodyMatches('Pet', isCreated),
  },
  {
    requirement: 'create.echo',
    from: Object.keys(ECHOED).filter((id) => !OPTIONAL_IDS.includes(id)),
    also: OPTIONAL_IDS,
    rule: echoes(ECHOED),
  },
  {
    requirement: 'create.each-status',
    from: [...BASES, 'create.pending', 'create.pending-plain', 'create.sold', 'create.sold-plain'],
    decidedBy: { 'create.pending': ['create.pending-plain'], 'create.sold': ['create.sold-plain'] },
    rule: eachStatusAccepted,
  },
  {
    requirement: 'create.status-optional',
    from: ['create.no-status', 'create.no-status-plain'],
    also: ['create.digits'],
    decidedBy: { 'create.no-status': ['create.no-status-plain'] },
    rule: statusOptional,
  },
  {
    requirement: 'create.unique-ids',
    from: [...BASES, ...ACCEPT_IDS],
    also: OPTIONAL_IDS,
    rule: idsUnique,
    again: ['list.maximum'],
  },
  {
    requirement: 'create.int64',
    from: ['create.pending', 'create.int64', 'create.no-status', 'create.int64-greatest'],
    decidedBy: { 'create.pending': ['create.int64'], 'create.no-status': ['create.int64-greatest'] },
    rule: int64Kept(INT64_CATEGORIES),
  },
  {
    requirement: 'create.text',
    from: ['create.pending', 'create.text'],
    also: [...BASES, ...ACCEPT_IDS, ...OPTIONAL_IDS],
    decidedBy: { 'create.pending': ['create.text'] },
    rule: textKept,
  },
  ...rejects,
  {
    requirement: 'create.rejected-not-stored',
    from: REJECT_IDS,
    rule: refusedNotStored(({ key }) => key !== null),
    series: true,
    again: ['list.maximum'],
  },
  { requirement: 'create.name-verbatim', from: ['create.sold'], rule: nameVerbatim },
  { requirement: 'create.client-id', from: ['create.sold'], rule: clientId },
  { requirement: 'create.extra-field', from: ['create.no-status'], rule: extraField },
  {
    requirement: 'create.empty-name',
    from: ['create.text-plain', 'create.empty-name'],
    decidedBy: { 'create.text-plain': ['create.empty-name'] },
    rule: plainAcceptance,
  },
  {
    requirement: 'create.content-type',
    from: ['create.text-plain', 'create.text-plain-named'],
    decidedBy: { 'create.text-plain': ['create.empty-name', 'create.text-plain-named'] },
    rule: plainAcceptance,
  },
  { requirement: 'create.default-status', from: ['create.no-status', 'create.no-status-plain'], rule: defaultStatus },
  { requirement: 'create.location', from: [...BASES, ...ACCEPT_IDS], rule: locationHeader },
];

export const createSuite: Suite = { probes: CREATE_PROBES, checks };
