import { describe, expect, it } from 'vitest';
import { duration, moment } from '../../src/reporters/html/text.ts';
import { memberLabel } from '../../src/reporters/view/observed.ts';
import { html } from './formats.ts';
import { exchange, full, shows } from './html-run.ts';
import { limits, result, row } from './results.ts';

it.each([
  [duration, 0, '0.0 ms'],
  [duration, 9.94, '9.9 ms'],
  [duration, 412.4, '412 ms'],
  [duration, 1_500, '1.50 s'],
  [duration, 61_400, '61.4 s'],
  [duration, 125_000, '2 min 5 s'],
  // Rounded before it is cut into minutes.
  [duration, 179_700, '3 min 0 s'],
  [moment, '2026-11-21T08:33:36.554Z', '2026-11-21 08:33:36 UTC'],
  [moment, '2026-11-21T08:33:36+01:00', '2026-11-21T08:33:36+01:00'],
  [memberLabel, '400 list.limit-word', '400 (request list.limit-word)'],
  [memberLabel, '26', '26'],
] as const)('%o writes %s as %s', (write: (value: never) => string, value, words) => {
  expect(write(value as never)).toBe(words);
});

const demo = result({ run: { ...result().run, command: 'demo' } });
const unasked = row({ verdict: 'not-applicable', code: 'option-not-given', reason: 'only tested with --second-key' });
const compared = (expected: string, actual: string) => html(shows({ expected, actual }, '[]'));
const resolutions = { free: limits({ windowSeconds: 6, resolutionMs: 1_831 }), pro: limits({ resolutionMs: 1_052 }) };

describe('the words of the HTML report', () => {
  it.each<[string, string, string]>([
    ['the server of a demo', html({ result: demo, exchanges: [] }), 'embedded reference server'],
    ['the limits of a plan: lists have a parameter limit', html(full), '<h3>Rate limit, pro</h3>'],
    ['a short actual value, without bold', compared('19 animals', '20 animals'), '<dd>20 animals</dd>'],
    [
      'what differs in a longer one',
      compared('the same animal with the name a', 'the same animal with the name b'),
      '<strong>b</strong>',
    ],
    [
      'an option, which does not break',
      html({ result: result({ requirements: [unasked] }), exchanges: [exchange(1)] }),
      '<span class="option">--second-key</span>',
    ],
    [
      'the parts of the resolution, and its plan',
      html({ ...full, result: { ...full.result, limits: resolutions } }),
      "wrong by less than 1.9 s, because the header has whole seconds, and the run knows the service's clock only to within 0.9 s (measured with the free key). That is 32 % of a window of 6 s",
    ],
  ])('name %s', (_what, page, words) => {
    expect(page).toContain(words);
  });
});
