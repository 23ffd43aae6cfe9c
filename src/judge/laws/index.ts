import type { Emit, Recorded } from '../judgement.ts';
import { judgeAbsence } from './absence.ts';
import { judgeFields } from './fields.ts';
import { judgeIdentity } from './identity.ts';
import { marksOf } from './marks.ts';
import { judgeMembership } from './membership.ts';
import type { Model } from './model.ts';
import { judgeVanishing } from './vanishing.ts';

/** What must hold of the store over time, whatever the requests were. */
export function judgeLaws(run: Recorded, model: Model, emit: Emit): void {
  const marks = marksOf(run);
  judgeMembership(run, model, emit);
  judgeFields(model, emit);
  judgeIdentity(run, model, marks, emit);
  judgeAbsence(run, model, marks, emit);
  judgeVanishing(run, model, emit);
}
