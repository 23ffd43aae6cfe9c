import { describe, expect, it } from 'vitest';
import { paintFor, widthFor } from '../../src/cli/console/console.ts';
import { COLOURED } from '../../src/reporters/paint.ts';

describe('colour', () => {
  it.each<[what: string, option: string | undefined, env: NodeJS.ProcessEnv, isTerminal: boolean, coloured: boolean]>([
    ['is for a terminal', undefined, {}, true, true],
    ['and for nothing else', undefined, {}, false, false],
    ['is what --color says, before all else', 'always', { NO_COLOR: '1', TERM: 'dumb' }, false, true],
    ['is not where --color says so', 'never', { FORCE_COLOR: '1' }, true, false],
    ['auto is as if nothing was said', 'auto', {}, true, true],
    ['is left out by NO_COLOR', undefined, { NO_COLOR: '1' }, true, false],
    ['also where FORCE_COLOR is set', undefined, { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
    ['but by an empty NO_COLOR it is not', undefined, { NO_COLOR: '' }, true, true],
    ['is wanted by FORCE_COLOR anywhere', undefined, { FORCE_COLOR: '1' }, false, true],
    ['by an empty one it is not', undefined, { FORCE_COLOR: '' }, false, false],
    ['is wanted by FORCE_COLOR on a dumb terminal too', undefined, { FORCE_COLOR: '1', TERM: 'dumb' }, true, true],
    ['is nothing for a dumb terminal', undefined, { TERM: 'dumb' }, true, false],
  ])('%s', (_what, option, env, isTerminal, coloured) => {
    expect(paintFor(option, env, isTerminal) === COLOURED).toBe(coloured);
  });
});

describe('the width of a line', () => {
  it.each([
    ['80 where nobody says', undefined, 80],
    ['the terminal’s own', 100, 100],
    ['enough for a word in a narrow one', 20, 60],
    ['not too long for the eye in a wide one', 300, 120],
  ])('is %s', (_what, columns, width) => {
    expect(widthFor(columns)).toBe(width);
  });
});
