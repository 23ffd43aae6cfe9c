import { describe } from 'vitest';
import { buildResult } from '../../src/result/build-result.ts';
import { judgeTrace } from '../../src/verdicts/judge-run.ts';
import { golden, testAnswers, testCases } from '../support/golden.ts';
import { recording } from '../support/recording.ts';
import { type RecordedRun, trace } from '../support/trace.ts';

const built = (given: RecordedRun) => {
  const run = trace(given);
  return buildResult(run, { verdicts: judgeTrace(run) }, ['must']);
};

describe('results.json counts responses, lists every animal that may remain, and warns', () =>
  testCases(golden('built.txt'), (text) => {
    const { requests, residue, notes } = built(recording(text));
    const { sent, byStatus, unplanned429 } = requests;
    const left = residue.map(({ name: _, ...one }) => one);
    const codes = notes.map(({ code, params }) => `${code} ${params['direction'] ?? params['days'] ?? ''}`.trim());
    return [JSON.stringify({ sent, byStatus, unplanned429, residue: left, notes: codes })];
  }));

/** A question is `REQUIREMENT (WHAT): LINE ; LINE`. */
describe('results.json has with a finding the curl line that shows it again, if there is one', () =>
  testAnswers(golden('repeated.txt'), (question) => {
    const [, requirement, lines = ''] = /^(\S+) \(.*?\): (.*)/.exec(question) ?? [];
    const { requirements } = built(recording(lines.replaceAll(' ; ', '\n')));
    const { findings = [] } = requirements.find(({ id }) => id === requirement) ?? {};
    const linesOf = findings.map(
      ({ curl = 'no line', creates = false }) => `${curl}${creates ? ', which may create' : ''}`,
    );
    return linesOf.map((line) => line.replaceAll("'Accept: application/json'", 'ACCEPT')).join(', ');
  }));
