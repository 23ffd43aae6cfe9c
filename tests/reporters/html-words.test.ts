import { describe, expect, it } from 'vitest';
import { duration, moment } from '../../src/reporters/html/text.ts';
import { memberLabel } from '../../src/reporters/view/observed.ts';
import { expectAnswers, goldenIn } from '../golden.ts';
import { html } from './formats.ts';
import { exchange, full, shows } from './html-run.ts';
import { limits, result, row } from './results.ts';

it('numbers and moments are written like this', () => {
  const written: Readonly<Record<string, (text: string) => string>> = {
    duration: (text) => duration(Number(text)),
    moment,
    member: memberLabel,
  };
  return expectAnswers(goldenIn(import.meta.dirname)('written.txt'), (question) => {
    const [, kind = '', text = ''] = /^(\w+) (.*)$/.exec(question) ?? [];
    return written[kind]?.(text);
  });
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
      "wrong by less than 1.9 s, because the header has whole seconds, and the run knows the service's clock only to within 0.9 s (measured with the free key). An error of 1.9 s is 32 % of a window of 6 s",
    ],
  ])('name %s', (_what, page, words) => {
    expect(page).toContain(words);
  });
});
