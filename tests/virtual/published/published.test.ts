import { it } from 'vitest';
import { judgedNow, type Recorded } from '../../corpus/line.ts';
import { published } from '../../corpus/record.ts';
import { expectLines, golden } from '../../support/golden.ts';
import { TARGETS } from '../../targets/start.ts';

const idsOf = (rows: readonly Recorded[], ...kinds: readonly string[]) =>
  rows.flatMap(({ id, verdict, outcome = '' }) => (kinds.includes(verdict ?? outcome) ? [id] : []));

const failures: Record<string, string> = {};

it.each(Object.keys(TARGETS))('the judge decides on the published limiter %s', async (target) => {
  for await (const { id, ...evidence } of published([target])) {
    const rows = judgedNow(evidence);
    const [failed, open] = [idsOf(rows, 'fail'), idsOf(rows, 'inconclusive')];
    const said = failed.length === 0 && open.length > 0 ? `nothing, open ${open.join(', ')}` : failed.join(', ');
    failures[`${id}, ${'trace' in evidence ? 'check' : 'limits'}`] = said || 'nothing';
  }
});

it('published limiters fail these requirements, or leave these inconclusive if they fail none', () =>
  expectLines(golden('failures.txt'), failures, String));
