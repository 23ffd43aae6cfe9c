import { expect, it } from 'vitest';
import { catalogue } from '../../src/cli/options/read-reference.ts';
import { expectAnswers, goldenIn } from '../golden.ts';

it('the list of faults says what shows each of them', () =>
  expectAnswers(goldenIn(import.meta.dirname)('faults.txt'), (id) => {
    const own = catalogue()
      .split('\n\n')
      .filter((text) => text.includes(`  ${id} `));
    expect(own).toHaveLength(1);
    const [title, ...lines] = own.join().split('\n');
    return `${title} ${lines.find((line) => line.startsWith(`  ${id} `))?.endsWith('(warning)') ? 'as a warning' : ''}`.trim();
  }));
