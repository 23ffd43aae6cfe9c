import type { RequirementResult } from '../../result/result.ts';
import { cut, plain } from '../text/inert.ts';

/** Who accepts a breach, until when, and why. */
export function waivedBy({ waiver }: RequirementResult): string {
  if (waiver === undefined) return '';
  const { owner, expires, reason, link } = waiver;
  return plain(cut(`accepted by ${owner} until ${expires}: ${reason}${link === undefined ? '' : ` (${link})`}`, 600));
}
