import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judgedNow, type Recorded } from '../../corpus/line.ts';
import { published } from '../../corpus/record.ts';
import { golden, testAnswers } from '../../support/golden.ts';
import { TARGETS } from '../../targets/start.ts';

const FAILURES = golden('failures.txt');

const idsOf = (rows: readonly Recorded[], ...kinds: readonly string[]) =>
  rows.flatMap(({ id, verdict, outcome = '' }) => (kinds.includes(verdict ?? outcome) ? [id] : []));

describe('a published limiter fails these requirements, or leaves these inconclusive if it fails none', () =>
  testAnswers(FAILURES, async (target) => {
    const failures: string[] = [];
    for await (const evidence of published([target])) {
      const rows = judgedNow(evidence);
      const [failed, open] = [idsOf(rows, 'fail'), idsOf(rows, 'inconclusive')];
      const said = failed.length === 0 && open.length > 0 ? `nothing, open ${open.join(', ')}` : failed.join(', ');
      failures.push(`${'trace' in evidence ? 'check' : 'limits'}: ${said || 'nothing'}`);
    }
    return failures.join('; ');
  }));

it('every published limiter has a line', () => {
  const targets = readFileSync(FAILURES, 'utf8').match(/^.+(?= =>)/gm);
  expect(targets).toEqual(Object.keys(TARGETS));
});
