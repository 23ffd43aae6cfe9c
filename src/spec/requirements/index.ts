import type { RequirementRow } from '../requirement.ts';
import { AUTH } from './auth.ts';
import { CAPACITY } from './capacity.ts';
import { CREATE } from './create.ts';
import { GET } from './get.ts';
import { LIMIT } from './limit.ts';
import { LIST } from './list.ts';
import { RATE } from './rate.ts';
import { ERROR, MEDIA, ROBUST } from './responses.ts';

/** The catalogue, in the order of all reports. Ids never change (tests/catalogue.test.ts pins them). */
const rows = [
  ...AUTH,
  ...LIST,
  ...CREATE,
  ...GET,
  ...ERROR,
  ...MEDIA,
  ...ROBUST,
  ...RATE,
  ...LIMIT,
  ...CAPACITY,
] as const;

export type RequirementId = (typeof rows)[number]['id'];

export interface Requirement extends RequirementRow {
  readonly id: RequirementId;
}

export const REQUIREMENTS: readonly Requirement[] = rows;

const byId = new Map<string, Requirement>(rows.map((row) => [row.id, row]));

export function requirement(id: RequirementId): Requirement {
  const row = byId.get(id);
  if (row === undefined) throw new Error(`no requirement ${id} in the catalogue`);
  return row;
}
