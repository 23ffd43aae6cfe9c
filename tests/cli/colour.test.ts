import { describe, expect, it } from 'vitest';
import { paintFor, widthFor } from '../../src/cli/console/console.ts';
import { COLOURED } from '../../src/reporters/text/paint.ts';

describe('colours are chosen', () => {
  it.each<[what: string, option: string | undefined, env: NodeJS.ProcessEnv, isTerminal: boolean, coloured: boolean]>([
    ['a terminal', undefined, {}, true, true],
    ['a pipe', undefined, {}, false, false],
    ['--color always, despite the environment', 'always', { NO_COLOR: '1', TERM: 'dumb' }, false, true],
    ['--color never, despite the environment', 'never', { FORCE_COLOR: '1' }, true, false],
    ['--color auto on a terminal', 'auto', {}, true, true],
    ['NO_COLOR', undefined, { NO_COLOR: '1' }, true, false],
    ['NO_COLOR with FORCE_COLOR', undefined, { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
    ['an empty NO_COLOR', undefined, { NO_COLOR: '' }, true, true],
    ['FORCE_COLOR', undefined, { FORCE_COLOR: '1' }, false, true],
    ['an empty FORCE_COLOR', undefined, { FORCE_COLOR: '' }, false, false],
    ['FORCE_COLOR on a dumb terminal', undefined, { FORCE_COLOR: '1', TERM: 'dumb' }, true, true],
    ['a dumb terminal', undefined, { TERM: 'dumb' }, true, false],
  ])('with %s', (_what, option, env, isTerminal, coloured) => {
    expect(paintFor(option, env, isTerminal) === COLOURED).toBe(coloured);
  });
});

describe('the width of a line', () => {
  it.each([
    ['80 by default', undefined, 80],
    ['that of the terminal', 100, 100],
    ['at least 60', 20, 60],
    ['at most 120', 300, 120],
  ])('is %s', (_what, columns, width) => {
    expect(widthFor(columns)).toBe(width);
  });
});
