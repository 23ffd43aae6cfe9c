import { it } from 'vitest';
import { called } from '../../src/cli/console/called.ts';
import { expectAnswers, goldenIn } from '../golden.ts';

it('the words that call this tool depend on its place and the folder', () =>
  expectAnswers(goldenIn(import.meta.dirname)('called.txt'), (question) => {
    const [script = '', cwd = ''] = question.split(' from ');
    return called({ script, cwd });
  }));
