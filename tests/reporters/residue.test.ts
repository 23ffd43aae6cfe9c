import { expect, it } from 'vitest';
import { residueCount, residueSentence } from '../../src/reporters/view/residue.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { github, html, junit, terminal } from './formats.ts';
import { failing, result } from './results.ts';

const created = { id: '7', name: 'Storecheck', probe: 'create.available', exchange: 1 };
const open = { ...created, id: null, name: null };

it('the remaining animals of a run are counted by what is known of them', () =>
  expectLines(
    goldenIn(import.meta.dirname)('residue.txt'),
    { none: [], one: [created], both: [created, created, ...Array(12).fill(open)], unknown: [open] },
    (residue) => `${residueSentence(residue)} (${residueCount(residue)})`,
  ));

it.each([true, undefined])('the command of a violation says if it can create an animal (%s)', (creates) => {
  const findings = failing.findings.map((one) => ({ ...one, ...(creates === true ? { creates } : {}) }));
  const given = result({ outcome: 'failed', exitCode: 1, requirements: [{ ...failing, findings }] });
  for (const text of [terminal(given), junit(given), github(given), html({ result: given, exchanges: [] })])
    expect(text.includes('(can create an animal that remains)')).toBe(creates === true);
});
