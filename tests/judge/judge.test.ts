import { describe, expect, it } from 'vitest';
import { aroundDifference, withEscapes } from '../../src/judge/expect/fields.ts';
import { setUpMistake, setUpProbe } from '../../src/judge/set-up.ts';
import { toVerdict } from '../../src/judge/verdict.ts';
import { because, type Conclusion, notApplicable, pass, type Reason } from '../../src/rules/conclusion.ts';
import { judgeTrace } from '../../src/verdicts/judge-run.ts';
import { expectLines, golden, testAnswers } from '../support/golden.ts';
import { recording } from '../support/recording.ts';
import { answer, errorBody, trace, verdictOn } from '../support/trace.ts';

const lost = because('probe-unanswered', { probe: 'list.maximum', failure: 'ECONNRESET' });

it.each<[string, Conclusion, Reason?]>([
  ['nothing was judged', pass(0)],
  ['evidence is missing', pass(1), lost],
  ['it does not apply, and evidence is missing', notApplicable(because('not-sent')), lost],
])('the verdict is inconclusive if %s', (_what, conclusion, missing) => {
  expect(toVerdict('list.ok', conclusion, missing).verdict).toBe('inconclusive');
});

it('a rule may lower the level of a verdict', () => {
  const text = 'settings {"today":"2030-12-05"}\nlist.maximum pets(1)\nget.found pet(1)';
  expect(verdictOn('get.still-served', recording(text))).toMatchObject({ verdict: 'fail', level: 'should' });
});

/** Texts on which a careless regular expression backtracks for hours. */
const PATIENCE = [
  `at ${'a'.repeat(20_000)}`,
  ` /home/${'./-'.repeat(20_000)}`,
  ` ${'a/'.repeat(20_000)}`,
  'SELECT '.repeat(20_000),
  `at ${'['.repeat(20_000)}`,
  '\n'.repeat(50_000),
  'at ::::::\n'.repeat(20_000),
];

it('a long message is judged in seconds', () => {
  const exchanges = PATIENCE.map((message) => answer('get.not-found', 404, errorBody(404, { message })));
  expect(verdictOn('error.no-leak', { exchanges }).verdict).toBe('fail');
}, 10_000);

it.each([
  ['however many animals of it conform', 'list.consistent', 'list.maximum pets(1-2)\nlist.maximum pets(1-2)'],
  [
    'although it conforms when it is seen alone',
    'rate.reset-in-window',
    'list.minimum date=0 reset=90 left=59,58\nlist.minimum at=36000 date=40 reset=90 left=46',
  ],
] as const)('a response counts once, %s', (_what, id, text) => expect(verdictOn(id, recording(text)).subjects).toBe(1));

it('each refused create that left no animal counts', () => {
  const text = 'auth.none.create 401\nauth.unknown.create 401\nlist.maximum at=9000 pets(1)';
  expect(verdictOn('auth.no-side-effect', recording(text)).subjects).toBe(2);
});

describe('what was recorded shows a block after wrong keys, which is the only reason for all that is missing, or shows none', () =>
  testAnswers(golden('blocks.txt'), (question) => {
    const run = trace(recording(question.replace(/^.*?: /, '').replaceAll(' ; ', '\n')));
    const codes = judgeTrace(run).flatMap(({ verdict, code }) => (verdict === 'inconclusive' ? [code] : []));
    return codes.includes('refused-after-wrong-keys') ? [...new Set(codes)].join() : 'no block';
  }));

/** Headers that the page <p> of another server lacks. */
const NO_LIMITS = { 'X-RateLimit-Limit': null, 'X-RateLimit-Remaining': null, 'X-RateLimit-Reset': null };

/** After a title, the requests of a run so far. As whole commands: tests/virtual/run/set-up.test.ts. */
describe('first responses show a mistake of the set-up, ask for a further request, or are usual', () =>
  testAnswers(golden('set-up.txt'), (question) => {
    const { exchanges = [], ...given } = recording(question.split(' | ').slice(1).join('\n'));
    const complete = exchanges.map(({ headers, ...draft }) => ({
      ...draft,
      headers: { ...(draft.body === '<p>' && NO_LIMITS), ...headers },
    }));
    const run = trace({ ...given, exchanges: complete });
    return setUpMistake(run)?.code ?? setUpProbe(run) ?? 'none';
  }));

const long = 'abcdefghij'.repeat(12);
const many = 'x'.repeat(50);

it('long texts are cut around their first difference', () =>
  expectLines<readonly [string, string]>(
    golden('excerpts.txt'),
    {
      'short texts': ['at most 1 animal', 'at most 2 animals'],
      'long texts that mostly differ': ['a limit', long],
      'one character more': [`${long}"😀${long}`, `${long}""😀${long}`],
      'several differences': [`${long}"${many}"${long}`, `${long}""${many}""${long}`],
      'a difference at the beginning': [`x${long}`, `y${long}`],
      'a missing end': [`${long}x`, long],
    },
    ([one, other]) => `${aroundDifference(one, other)} | ${aroundDifference(other, one)}`,
  ));

it('texts that look alike show escapes where they differ', () =>
  expectLines<readonly [string, string]>(
    golden('escapes.txt'),
    {
      'a normal form': ['"cafe\u0301 s"', '"caf\u00e9 s"'],
      'a space that does not break': ['"a b"', '"a\u00a0b"'],
      'other words': ['"é"', '"è"'],
      'one space more': ['"a  b "', '"a b "'],
    },
    ([one, other]) => `${withEscapes(one, other)} | ${withEscapes(other, one)}`,
  ));
