import { uniqueIds } from '../src/rules/list/answers.ts';
import { consistent } from '../src/rules/list/consistent.ts';
import { agreesWithCreated, showsCreated } from '../src/rules/list/created.ts';
import { fillsPage } from '../src/rules/list/fills.ts';
import { filtersBy, statusWithLimit } from '../src/rules/list/filter.ts';
import { defaultLimit, limitHonoured, neverAboveMaximum } from '../src/rules/list/limit.ts';
import {
  listOrder,
  outOfRangeLimits,
  paginationHeaders,
  unknownParameter,
  unknownStatus,
} from '../src/rules/list/observed.ts';
import { filterComplete } from '../src/rules/list/presence.ts';
import { answers, bodyMatches } from '../src/rules/schema/matches.ts';
import { answeredWith, plainFirst } from '../src/rules/status.ts';
import { PET_STATUSES } from '../src/spec/operations.ts';
import type { Check, Suite } from './check.ts';
import { FILL_IDS } from './fill-probes.ts';
import { FILTERS, LIST_PROBES, maximumAfter, OMITTED, OUT_OF_RANGE_IDS, statusAndLimitPlain } from './list-probes.ts';

const MADE = ['create.available', 'create.known-category', 'create.pending', 'create.sold', 'create.no-status'];

const filters = PET_STATUSES.map(
  (status): Check => ({
    requirement: `list.status-filter.${status}`,
    from: [`list.status-${status}`],
    rule: filtersBy(status),
  }),
);

const checks: readonly Check[] = [
  { requirement: 'list.schema', from: 'all', rule: bodyMatches('Pets', answers('listPets', 200)) },
  {
    requirement: 'list.default-limit',
    needs: FILL_IDS,
    from: ['list.default', 'list.maximum', 'list.twenty'],
    also: FILTERS,
    rule: defaultLimit,
    again: ['list.maximum', 'list.default', 'list.twenty'],
  },
  { requirement: 'list.limit-honoured', from: 'all', rule: limitHonoured },
  { requirement: 'list.limit-maximum', from: ['list.maximum'], rule: answeredWith(200, 'list-refused') },
  { requirement: 'list.never-above-maximum', from: 'all', rule: neverAboveMaximum },
  ...filters,
  {
    requirement: 'list.status-filter-complete',
    from: ['list.maximum', ...FILTERS, maximumAfter.id],
    rule: filterComplete,
    series: true,
    again: ['list.maximum', ...FILTERS, maximumAfter.id],
  },
  {
    requirement: 'list.status-with-limit',
    decidedBy: { 'list.status-with-limit': ['list.status-with-limit-plain'] },
    from: ['list.status-with-limit', 'list.status-with-limit-plain'],
    rule: plainFirst(statusAndLimitPlain.id, statusWithLimit),
    again: ['list.maximum', 'list.status-with-limit', 'list.status-with-limit-plain'],
  },
  { requirement: 'list.unique-ids', from: 'all', rule: uniqueIds },
  {
    requirement: 'list.shows-created',
    from: [...MADE, 'list.maximum', OMITTED],
    rule: showsCreated,
    series: true,
    again: ['list.maximum', OMITTED],
  },
  {
    requirement: 'list.agrees-with-created',
    from: [...MADE, 'list.maximum', ...FILTERS],
    rule: agreesWithCreated,
    again: ['list.maximum'],
  },
  {
    requirement: 'list.consistent',
    from: ['list.maximum'],
    also: ['get.found'],
    rule: consistent,
    series: true,
    again: ['list.maximum', 'list.default', 'list.twenty', ...FILTERS, maximumAfter.id],
  },
  {
    requirement: 'list.fills-page',
    from: ['list.minimum', 'list.maximum', ...FILTERS, 'list.status-with-limit'],
    rule: fillsPage,
    again: ['list.maximum', ...FILTERS, 'list.status-with-limit', maximumAfter.id],
  },
  { requirement: 'list.limit-out-of-range', from: OUT_OF_RANGE_IDS, rule: outOfRangeLimits },
  { requirement: 'list.status-unknown', from: ['list.status-unknown'], rule: unknownStatus },
  { requirement: 'list.order', from: 'all', rule: listOrder },
  { requirement: 'list.pagination', from: 'all', rule: paginationHeaders },
  {
    requirement: 'list.unknown-parameter',
    from: ['list.status-with-limit', 'list.status-with-limit-plain'],
    rule: unknownParameter,
  },
];

export const listSuite: Suite = { probes: LIST_PROBES, checks };
