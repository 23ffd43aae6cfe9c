import { describe, expect, it } from 'vitest';
import { PLAIN } from '../../src/reporters/text/paint.ts';
import { residueCount, residueSentence } from '../../src/reporters/view/residue.ts';
import { github, html, junit, terminal } from './formats.ts';
import { failing, result } from './results.ts';

const created = { id: '7', name: 'Storecheck', probe: 'create.available', exchange: 1 };
const open = { ...created, id: null, name: null };

describe('the remaining animals of a run', () => {
  it.each([
    ['nothing', [], '', '0'],
    ['one animal', [created], '1 animal remains in the store (the service cannot delete): see residue.json', '1'],
    [
      'some, and creates that were not answered',
      [created, created, ...Array(12).fill(open)],
      '2 animals remain in the store (the service cannot delete), and up to 12 more may remain without a known id: see residue.json',
      '2, up to 12 more',
    ],
    [
      'one create that was not answered',
      [open],
      'up to 1 animal may remain in the store (the service cannot delete), without a known id: see residue.json',
      'up to 1',
    ],
  ])('%s is told as what it is', (_what, residue, sentence, count) => {
    expect(residueSentence(residue)).toBe(sentence);
    expect(residueCount(residue)).toBe(count);
  });
});

it.each([true, undefined])('the command of a violation says if it can create an animal (%s)', (creates) => {
  const findings = failing.findings.map((one) => ({ ...one, ...(creates === true ? { creates } : {}) }));
  const given = result({ outcome: 'failed', exitCode: 1, requirements: [{ ...failing, findings }] });
  const plain = { paint: PLAIN, width: 80, verbose: false, folder: 'reports/run-1', called: 'storecheck' };
  const shown = [terminal(given, plain), junit(given), github(given), html({ result: given, exchanges: [] })];
  for (const text of shown) expect(text.includes('(can create an animal that remains)')).toBe(creates === true);
});
