import { describe, expect, it } from 'vitest';
import { memberLabel } from '../../src/reporters/view/observed.ts';
import { html } from './formats.ts';
import { exchange, full, shows } from './html-run.ts';
import { result, row } from './results.ts';

describe('the words of the HTML report', () => {
  it('name the server of a demo', () => {
    const demo = result({ run: { ...result().run, command: 'demo' } });
    expect(html({ result: demo, exchanges: [] })).toContain('embedded reference server');
    expect(html({ result: result(), exchanges: [] })).not.toContain('embedded reference server');
  });

  it('call the limits of a plan a rate limit, because lists have a parameter limit', () => {
    const page = html(full);
    expect(page).toContain('<h3>rate limit, pro</h3>');
    expect(page).not.toContain('<h3>limit, pro</h3>');
  });

  it('show a short actual value without bold, and what differs in a longer one bold', () => {
    const shown = (expected: string, actual: string) => html(shows({ expected, actual }, '[]'));
    expect(shown('19 animals', '20 animals')).toContain('<dd>20 animals</dd>');
    expect(shown('the same animal with the name a', 'the same animal with the name b')).toContain('<strong>b</strong>');
  });

  it('do not break an option', () => {
    const reason = 'only tested with --second-key';
    const unasked = row({
      verdict: 'not-applicable',
      code: 'option-not-given',
      params: { option: '--second-key' },
      reason,
    });
    const page = html({ result: result({ requirements: [unasked] }), exchanges: [exchange(1)] });
    expect(page).toContain('<span class="option">--second-key</span>');
  });

  it('name the request of an observed value', () => {
    expect(memberLabel('400 list.limit-word')).toBe('400 (request list.limit-word)');
    expect(memberLabel('26')).toBe('26');
  });
});
