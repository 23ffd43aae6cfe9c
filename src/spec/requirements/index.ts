import { matcherOf } from '../pattern.ts';
import { AUTH } from './auth.ts';
import { CREATE } from './create.ts';
import { GET } from './get.ts';
import { CAPACITY, LIMIT, RETIRED } from './limit.ts';
import { LIST } from './list.ts';
import { RATE } from './rate.ts';
import { ERROR, MEDIA, ROBUST } from './responses.ts';

const checked = [...AUTH, ...LIST, ...CREATE, ...GET, ...ERROR, ...MEDIA, ...ROBUST, ...RATE];
const rows = [...checked, ...LIMIT, ...RETIRED, ...CAPACITY];

export type Requirement = (typeof rows)[number];
export type RequirementId = Requirement['id'];

/** The catalogue, in the order of all reports. Ids never change (tests/catalogue.test.ts pins them). */
export const REQUIREMENTS: readonly Requirement[] = rows;
/** Those that a check judges. Limits and capacity need k6. */
export const CHECKED: readonly Requirement[] = checked;

const byId = new Map<string, Requirement>(rows.map((row) => [row.id, row]));

export function requirement(id: RequirementId): Requirement {
  const row = byId.get(id);
  if (row === undefined) throw new Error(`no requirement ${id} in the catalogue`);
  return row;
}

export const needsCreates = (id: RequirementId): boolean =>
  id.startsWith('create.') || requirement(id).creates === true;

/** One requirement of a check, and the probes that may show it. */
export interface Check {
  readonly requirement: RequirementId;
  /** Probe ids, or `all` if every response may show it. */
  readonly from: readonly string[] | 'all';
}

export const checksOf = (probes: readonly { readonly id: string }[]): Check[] =>
  checked.map(({ id, stimuli }) => {
    if (stimuli === undefined) return { requirement: id, from: 'all' };
    const isMeant = matcherOf(stimuli);
    return { requirement: id, from: probes.flatMap((probe) => (isMeant(probe.id) ? probe.id : [])) };
  });
