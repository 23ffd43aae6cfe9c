import type { Exchange, HeaderLine } from '../../src/exchange/records/exchange-record.ts';
import type { RequirementResult } from '../../src/result/result.ts';
import type { HtmlRun } from './formats.ts';
import { hostileFindings } from './hostile.ts';
import { finding, limits, mixed, row } from './results.ts';

const START = Date.parse('2026-11-21T12:00:00.000Z');

/** One exchange of the check. */
export function exchange(seq: number, change: Partial<Exchange> = {}): Exchange {
  return {
    v: 1,
    run: 'run-1',
    seq,
    recorder: 'client',
    probe: 'list.minimum',
    key: 'free#1',
    operation: 'listPets',
    sent: {
      at: START + seq * 20,
      method: 'GET',
      path: '/pets?limit=1',
      headers: [['Authorization', 'Bearer {key}']],
      body: null,
    },
    received: {
      at: START + seq * 20 + 4.25,
      status: 200,
      headers: [['Content-Type', 'application/json']],
      body: '[{"id":1,"name":"Bella"},{"id":2,"name":"Kira"}]',
    },
    ...change,
  };
}

/** One in which a text stands in every place that a service, or a forged journal, can write to. */
export const hostileExchange = (text: string, seq = 1): Exchange =>
  exchange(seq, {
    probe: text,
    key: null,
    sent: { at: START, method: 'POST', path: `/pets?x=${text}`, headers: [['X', text]], body: text },
    received: {
      at: START + 12.5,
      status: 200,
      headers: [['Content-Type', text]],
      body: text,
      cut: { code: text, message: text },
    },
  });

/** A burst of a plan and what follows it: `admitted` of them, the rest refused. Written one at a time, so that it may be long. */
export function* pushed(plan: string, perWindow: number, admitted: number, firstSeq = 1000): Generator<Exchange> {
  const reset = Math.ceil(START / 1000) + 60;
  let seq = firstSeq;
  const one = (phase: string, at: number, remaining: number, status: number): Exchange => {
    const refusal: HeaderLine[] = status === 429 ? [['Retry-After', '58']] : [];
    return exchange(seq++, {
      recorder: 'k6',
      probe: `limit.${phase}`,
      phase,
      key: `${plan}#1`,
      sent: { ...exchange(0).sent, at: START + at },
      received: {
        at: START + at + 8,
        status,
        headers: [
          ['X-RateLimit-Limit', String(perWindow)],
          ['X-RateLimit-Remaining', String(remaining)],
          ['X-RateLimit-Reset', String(reset)],
          ...refusal,
        ],
        body: status === 429 ? '{"code":"rate_limited","message":"Wait.","status":429}' : null,
      },
    });
  };
  yield one('calibrate', 0, perWindow - 1, 200);
  for (let sent = 1; sent < admitted; sent += 1)
    yield one('burst', 20 + (sent / perWindow) * 900, Math.max(0, perWindow - sent - 1), 200);
  yield one('burst', 930, 0, 429);
  yield one('burst', 932, 0, 429);
  yield one('half-window', 30_000, 0, 429);
  yield one('recovery-reset', 60_500, perWindow - 1, 200);
}

/** Too many were admitted on one plan, as the judge says it. */
const excess: RequirementResult = row({
  id: 'limit.rejects-excess',
  plan: 'pro',
  verdict: 'fail',
  title: "The limiter never admits more than the plan's number in a window",
  findings: [
    finding({
      message: '420 admitted within 0.9 s',
      expected: 'at most 300',
      actual: '420, 120 too many',
      exchanges: [1000, 1001],
    }),
  ],
});

/** Rows of every status, a check's exchanges, and two plans that were pushed, one of them broken. */
export const full: HtmlRun = {
  result: {
    ...mixed,
    requirements: [...mixed.requirements, excess],
    limits: {
      free: limits(),
      pro: limits({ perWindow: 300, admittedInWindow: 420, sent: 424, admitted: 421, refused: 3 }),
    },
    residue: [{ id: '26', name: 'Storecheck', probe: 'create.available', exchange: 3, shownIn: 4 }],
  },
  exchanges: [
    ...[1, 2, 3, 4].map((seq) => exchange(seq)),
    exchange(5, { received: { at: START + 400, failure: { code: 'ECONNRESET', message: 'socket hang up' } } }),
    ...pushed('free', 60, 60, 100),
    ...pushed('pro', 300, 420),
  ],
};

const NASTY = `<script>window.hacked=1</script> <img src=x onerror="window.hacked=1"> "><svg onload=window.hacked=1> ]]> \u001b[31mred\u001b[0m \u202eevil\u202c \u0000\u0007 [a](javascript:window.hacked=1) '; alert(1); // &lt;b&gt; \ud800 ::set-output name=a::b`;

/** A service that tries everything in every place it can write to. */
const { requirements, ...rest } = hostileFindings(NASTY);
const actual = 'x'.repeat(1_000_000);
export const hostile: HtmlRun = {
  result: {
    ...rest,
    requirements: requirements.map((one) => ({ ...one, findings: one.findings.map((each) => ({ ...each, actual })) })),
  },
  exchanges: [
    ...[1, 2, 3, 4, 5].map((seq) => hostileExchange(`${NASTY}${'<&"'.repeat(400_000)}`, seq)),
    ...pushed('free', 60, 60, 100),
  ],
};
