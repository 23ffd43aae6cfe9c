import { matcherOf } from '../pattern.ts';
import { AUTH } from './auth.ts';
import { CREATE } from './create.ts';
import { ERROR, MEDIA, ROBUST } from './every-response.ts';
import { GET } from './get.ts';
import { CAPACITY, LIMIT, RETIRED } from './limit.ts';
import { LIST } from './list.ts';
import { RATE } from './rate.ts';

/** The requirements that a check judges. Limits and capacity need k6. */
export const CHECK_REQUIREMENTS = [...AUTH, ...LIST, ...CREATE, ...GET, ...ERROR, ...MEDIA, ...ROBUST, ...RATE];

/** The catalogue, in the order of all reports. Ids never change: waivers and pinned observations name them. */
export const REQUIREMENTS = [...CHECK_REQUIREMENTS, ...LIMIT, ...RETIRED, ...CAPACITY];

export type Requirement = (typeof REQUIREMENTS)[number];
export type RequirementId = Requirement['id'];

const byId = new Map<string, Requirement>(REQUIREMENTS.map((row) => [row.id, row]));

export function requirement(id: RequirementId): Requirement {
  const row = byId.get(id);
  if (row === undefined) throw new Error(`no requirement ${id} in the catalogue`);
  return row;
}

export const filterId = (status: string) => `list.status-filter.${status}` as RequirementId;

export const needsCreates = (id: RequirementId): boolean =>
  id.startsWith('create.') || requirement(id).creates === true;

/** Whether a requirement disappears with GET /pets/{petId}. */
export const needsGet = (id: RequirementId): boolean => id.startsWith('get.') || id.endsWith('.get');

const shownBy = new Map(REQUIREMENTS.map(({ id, stimuli }) => [id, stimuli && matcherOf(stimuli)]));

/** Whether a run sends the probe for the requirement. One without stimuli is shown by every response. */
export const isTestedBy = (id: RequirementId, probe: string): boolean => shownBy.get(id)?.(probe) ?? true;

/** The commands whose `--only` takes a requirement. Commands that exhaust limits also judge `rate.*`, for each plan. */
export function judgedBy(id: string): readonly string[] {
  if (id.startsWith('capacity.')) return ['capacity'];
  return id.startsWith('limit.') ? ['limits', 'run'] : ['check', 'run'];
}
