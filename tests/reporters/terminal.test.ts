import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLOURED } from '../../src/report/paint.ts';
import { wrap } from '../../src/text/inert.ts';
import { note } from '../../src/text/notes.ts';
import { goldenIn } from '../golden.ts';
import { markdown, terminal } from './formats.ts';
import { aside, failing, limits, misled, result, row, seen, undecided, unproven, warned } from './results.ts';

const golden = goldenIn(import.meta.dirname);
const ofReset = (plan: string) => row({ ...failing, id: 'limit.reset-true', plan });
const ofWindow = (plan: string) =>
  row({ id: 'limit.window-is-a-minute', plan, verdict: 'inconclusive', code: 'reset-is-wrong', reason: 'x' });

describe('the report for people', () => {
  it('has all that its readers need, in the order of importance', async () => {
    const residue = [{ id: '7', name: 'x', probe: 'create.available', exchange: 4 }];
    const failed = result({
      outcome: 'failed',
      exitCode: 1,
      requirements: [
        row(),
        failing,
        warned,
        unproven,
        undecided,
        { ...unproven, id: 'list.other', level: 'should' },
        seen,
      ],
      residue,
    });
    const incomplete = { outcome: 'incomplete', exitCode: 3 } as const;
    const open = { verdict: 'inconclusive', reason: 'no 429 was seen', title: 'Refusals are 429' } as const;
    const texts = {
      'a passed run': terminal(result({ requirements: [row(), seen, aside] })),
      'a failed run': terminal(failed),
      'with --verbose': terminal(result({ requirements: [row(), failing, seen] }), { verbose: true }),
      'a run that was cut off': terminal(
        result({ ...incomplete, requirements: [row(), unproven], notes: [note('cut-off', {})] }),
        { folder: undefined },
      ),
      'one reason on two plans': terminal(
        result({
          ...incomplete,
          requirements: ['free', 'pro'].map((plan) => row({ ...open, id: 'limit.status', plan })),
        }),
      ),
      'a set-up mistake': terminal(misled),
    };
    const written = Object.entries(texts).map(([name, text]) => `=== ${name}\n\n${text}\n`);
    await expect(written.join('')).toMatchFileSnapshot(golden('terminal.txt'));
  });

  it('names the plans that explain others, below the last of them', () => {
    const rows = ['free', 'pro', 'business'].flatMap((plan) => [ofReset(plan), ofWindow(plan)]);
    const line =
      'and 2 more inconclusive because of limit.reset-true (free, pro): limit.window-is-a-minute (free, pro)';
    expect(terminal(result({ requirements: rows.slice(0, -1) }), { width: 200 })).toContain(`\n  ${line}\n`);
  });

  it.each([
    [[], 'Inconclusive: 1 listed with its cause\n'],
    [
      [row({ verdict: 'inconclusive', reason: 'not sent' })],
      'does not pass (2: 1 listed here, 1 listed with its cause)\n',
    ],
  ])('counts consequences of failures apart from others (%#)', (own, heading) => {
    expect(terminal(result({ requirements: [...own, ofReset('free'), ofWindow('free')] }))).toContain(heading);
  });

  it('names the plans of inconclusive requirements if several limits were exhausted', () => {
    const id = 'limit.keys-independent';
    const reason = 'no second key was given';
    const requirements = [row({ id }), row({ id, plan: 'pro', verdict: 'not-applicable', reason })];
    const given = result({ requirements, limits: { free: limits(), pro: limits() } });
    expect(terminal(given)).not.toContain(reason);
    expect(terminal(given, { verbose: true })).toContain(`Not applicable\n  ${reason}: ${id} (pro)\n`);
    expect(markdown(given)).toContain(`- **${id} (pro)**: ${reason}`);
  });

  it('is the same words with and without colour, within its width except for words that must not be broken', () => {
    const given = result({ outcome: 'failed', requirements: [row(), failing, warned, unproven, seen, aside] });
    const coloured = terminal(given, { paint: COLOURED });
    expect(coloured).not.toBe(terminal(given));
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(terminal(given));
    const long = terminal(given)
      .split('\n')
      .filter((line) => line.length > 80);
    expect(long.filter((line) => !/curl|STORE_API_KEY/.test(line))).toEqual([]);
  });
});

it('wrap breaks at blanks only, and loses no word', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 1, maxLength: 30 });
  const property = fc.property(fc.array(word, { minLength: 1 }), fc.integer({ min: 10, max: 60 }), (words, width) => {
    const lines = wrap(words.join(' '), width, '  ').split('\n');
    expect(lines.flatMap((line) => line.trim().split(' '))).toEqual(words);
    for (const line of lines)
      expect(line.startsWith('  ') && (line.length <= width || !line.trim().includes(' '))).toBe(true);
  });
  fc.assert(property);
});
