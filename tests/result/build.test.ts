import { expect, it } from 'vitest';
import type { EndedTrace } from '../../src/exchange/trace.ts';
import { buildResult } from '../../src/result/build-result.ts';
import { judgeTrace } from '../../src/verdicts/judge-run.ts';
import { expectAnswers, expectCases, golden } from '../support/golden.ts';
import { recording } from '../support/recording.ts';
import { again, answer, type Draft, lost, pets, type RecordedRun, trace } from '../support/trace.ts';

const built = (given: RecordedRun | EndedTrace) => {
  const run = 'head' in given ? given : trace(given);
  return buildResult(run, { verdicts: judgeTrace(run) }, ['must']);
};

it.each<[string, Draft, RegExp, boolean]>([
  ['that repeats its last exchange', answer('list.minimum', 200, pets(2)), /v1\/pets\?limit=1'$/, false],
  ['with the timeout of the run', lost('list.maximum', { lost: 'TIMEOUT' }), /^curl -i --max-time 0\.5 /, false],
  ['that can create, despite a refusal', answer('create.rejects.unknown-status', 409, {}), /POST/, true],
])('results.json adds to each finding the curl line %s', (_what, shown, line, creates) => {
  const exchanges = [shown, again(shown), answer('list.default', 200, pets(1))];
  const { requirements } = built({ settings: { timeoutMs: 500 }, exchanges });
  const printed = requirements.flatMap(({ findings }) => findings).filter(({ curl }) => curl !== undefined);
  expect(printed.length).toBeGreaterThan(0);
  for (const finding of printed)
    expect([finding.curl, finding.creates === true]).toEqual([expect.stringMatching(line), creates]);
});

it.each<[string, Draft[], boolean]>([
  ['the same URL was read with the key before', [], true],
  [
    'the same URL was refused with another wrong key',
    [answer('auth.appended', { status: 401, sent: { headers: [['Authorization', '{key}x9']] } })],
    false,
  ],
  ['a URL that was never read was accepted, too', [answer('auth.none.list', 200, [])], false],
])('results.json repeats the read before a request that must be refused, or not: %s', (_, more, isTwo) => {
  const open = answer('auth.empty-token', 200, []);
  const { requirements } = built({ exchanges: [answer('list.minimum', 200, []), open, ...more, again(open)] });
  const curl = requirements.find(({ id }) => id === 'auth.empty-token')?.findings[0]?.curl ?? '';
  const read = `curl -s -o /dev/null -H 'Accept: application/json' -H "Authorization: Bearer \${STORE_API_KEY_FREE:?}" 'http://127.0.0.1:8080/v1/pets?limit=1' && `;
  expect([curl.startsWith(read), curl.replace(read, '')]).toEqual([isTwo, expect.stringMatching(/^curl -i [^&]*$/)]);
});

it('results.json counts responses, lists every animal that may remain, and warns', () =>
  expectCases(golden('built.txt'), (text) => {
    const { requests, residue, notes } = built(recording(text));
    const { sent, byStatus, unplanned429 } = requests;
    const left = residue.map(({ name: _, ...one }) => one);
    const codes = notes.map(({ code, params }) => `${code} ${params['direction'] ?? params['days'] ?? ''}`.trim());
    return [JSON.stringify({ sent, byStatus, unplanned429, residue: left, notes: codes })];
  }));

it('results.json prints the request of a finding if it shows it again', () =>
  expectAnswers(golden('repeated.txt'), (question) => {
    const [, requirement, lines = ''] = /^(\S+) \(.*?\): (.*)/.exec(question) ?? [];
    const { requirements } = built(recording(lines.replaceAll(' ; ', '\n')));
    const findings = requirements.find(({ id }) => id === requirement)?.findings ?? [];
    return findings.map(({ code, curl }) => `${code} is shown ${curl === undefined ? 'once' : 'again'}`).join();
  }));
