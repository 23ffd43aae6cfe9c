import type { RequirementResult, Result } from '../../src/result/result.ts';
import { limits, red, result, row } from './results.ts';

/** What a service can put into names, messages and headers to be more than text, wherever it is shown. */
export const HOSTILE: Readonly<Record<string, string>> = {
  'ANSI colours': '\u001b[31mred\u001b[0m',
  'eight-bit CSI': '\u009b2J',
  'a carriage return': 'failed\rPASSED',
  'lines of its own': 'no\n\nPASSED: no failure\n::error::x',
  'control characters': '\u0000\u0001\u0008\u000b\u000c\u000e\u001f\u007f\u0085',
  'no characters': '\ufffe\uffff\ud800x\udc00',
  'invisible characters': '\u00ad\u180e\u200b\u2028\ufeff\u{e0041}\ufff9',
  'right-to-left marks': '\u202egnp.exe\u202c\u2066\u200f\u061c',
  'a script': '<script>alert(1)</script><img src=x onerror=alert(1)>',
  'the end of CDATA': ']]></failure><testcase name="x"/><![CDATA[',
  entities: '&lt;b&gt; &#0; &nbsp; &xxe;',
  quotes: `"'\`"'`,
  'a Markdown link': '[click](https://evil.example) ![x](https://evil.example/p.png) <https://evil.example>',
  'Markdown structure': '# title\n- item\n> quote\n---\n***bold***\n1. one',
  'table pipes': '| a | b |\\| c |',
  backticks: '``` ```` ` ``text',
  mentions: '@everyone #1 GH-1 www.evil.example https://evil.example a@b.example !1',
  'a workflow command': '::error::owned',
  'older workflow commands': '::set-output name=x::y ##[error]owned ##vso[task.complete] ##teamcity[x]',
  'a workflow command after a blank': 'x ::add-mask::y',
  'percent escapes': '%0A::error::x %25',
  'a GitLab attachment': '[[ATTACHMENT|/etc/passwd]]',
  '30,000 letters': 'A'.repeat(30_000),
  '30,000 backticks': '`'.repeat(30_000),
  '30,000 quotes': '&"<'.repeat(10_000),
};

/** A run in which a text stands in every place that a service, or a forged results.json, can write to. */
export function hostileResult(text: string): Result {
  const findings = [
    { code: text, params: { place: text }, message: text, expected: text, actual: text, exchanges: [1], curl: text },
  ];
  const common: RequirementResult = { ...row(), title: text, quote: text, clause: text, source: text };
  return result({
    ...red,
    run: { ...result().run, id: text, command: text, startedAt: text, k6: text },
    target: { name: text, baseUrl: text, class: text, clockOffset: null },
    requirements: [
      { ...common, id: `${text}.a`, verdict: 'fail', findings },
      { ...common, id: 'limit.x', plan: text, verdict: 'fail', level: 'should', findings },
      { ...common, id: 'list.a', verdict: 'inconclusive', reason: text },
      { ...common, id: 'list.b', level: 'should', verdict: 'inconclusive', reason: text },
      { ...common, id: 'list.c', verdict: 'not-applicable', reason: text },
      { ...common, id: 'list.d', level: 'observe', verdict: 'observed', value: { [text]: [text] } },
      common,
    ],
    limits: { [text]: limits({ retryAfterSeen: [text] }) },
    residue: [{ id: '1', name: text, probe: text, exchange: 1 }],
    notes: [{ code: 'k6', params: {}, message: text }],
    setUp: { code: text, params: {}, message: text, fix: text },
  });
}

/** The same without the mistake in the set-up, which hides the rest. */
export function hostileFindings(text: string): Result {
  const { setUp: _, ...rest } = hostileResult(text);
  return rest;
}

/** What a terminal or a log acts on, hides or turns around. */
export const ACTIVE =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/u;
