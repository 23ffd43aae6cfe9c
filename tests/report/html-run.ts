import { expect } from 'vitest';
import type { Exchange } from '../../src/exchange/records/exchange-record.ts';
import type { RequirementResult } from '../../src/result/result.ts';
import { answer, START, trace } from '../support/trace.ts';
import type { HtmlRun } from './formats.ts';
import { hostileFindings } from './hostile.ts';
import { exchanges, experiment, mixed } from './results.ts';

const ANIMALS = ['Bella', 'Kira'].map((name, index) => ({ id: index + 1, name }));
const failure = (code: string, message = code) => ({ code, message });

/** One exchange of the check. */
export function exchange(seq: number, change: Partial<Exchange> = {}): Exchange {
  const given = { at: seq * 20, took: 4.25, body: ANIMALS };
  const [listed] = trace({ exchanges: [answer('list.minimum', given)] }).exchanges;
  return { ...(listed ?? expect.unreachable()), seq, ...change };
}

/** One in which a text stands in every place that a service, or a forged journal, can write to. */
export const hostileExchange = (text: string, seq = 1): Exchange =>
  exchange(seq, {
    probe: text,
    key: null,
    sent: { at: START, method: 'POST', path: `/pets?x=${text}`, headers: [['X', text]], body: text },
    received: { at: START + 12.5, status: 200, headers: [['Content-Type', text]], body: text, cut: failure(text) },
  });

/** Rows of every status, and two plans whose limits were exhausted, one of which admits too many. */
export const full: HtmlRun = {
  result: {
    ...mixed,
    residue: [{ id: '26', name: 'Storecheck', probe: 'create.available', exchange: 3, shownIn: 4 }],
  },
  exchanges,
};

const NASTY = [
  '<script>window.hacked=1</script> <img src=x onerror="window.hacked=1"> "><svg onload=window.hacked=1> ]]>',
  '\u001b[31mred\u001b[0m \u202eevil\u202c \u0000\u0007 [a](javascript:window.hacked=1)',
  "'; alert(1); // &lt;b&gt; \ud800 ::set-output name=a::b",
].join(' ');

/** A service that tries everything in every place it can write to. */
const { requirements, ...rest } = hostileFindings(NASTY);
const actual = 'x'.repeat(1_000_000);
const withLongFindings = (one: RequirementResult) => ({
  ...one,
  findings: one.findings.map((each) => ({ ...each, actual })),
});
export const hostile: HtmlRun = {
  result: { ...rest, requirements: requirements.map(withLongFindings) },
  exchanges: [
    ...[1, 2, 3, 4, 5].map((seq) => hostileExchange(`${NASTY}${'<&"'.repeat(400_000)}`, seq)),
    ...(await experiment('free', 60, 60, 100)),
  ],
};
