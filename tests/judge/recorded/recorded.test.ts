import { describe, expect } from 'vitest';
import type { RequirementId } from '../../../src/spec/requirements/catalogue.ts';
import { golden, testAnswers, testCases } from '../../support/golden.ts';
import { recording } from '../../support/recording.ts';
import { said, verdictOn } from '../../support/trace.ts';

/** The verdict with its findings, one a line, or its reason. */
function verdictText(requirement: string, recorded: string): string {
  const verdict = verdictOn(requirement as RequirementId, recording(recorded));
  const { code = '', reason = '', value, findings, otherCause } = verdict;
  expect(findings.length > 0).toBe(verdict.verdict === 'fail');
  expect(findings.every(({ exchanges }) => exchanges.length > 0)).toBe(true);
  const why = [
    said(verdict),
    code,
    reason,
    value === undefined ? '' : JSON.stringify(value),
    otherCause === undefined ? '' : `unless ${otherCause.code}`,
  ];
  return [verdict.verdict, ...why.filter((text) => text !== '')].join(': ');
}

/** A title is `REQUIREMENT, …: WHAT`. */
describe.each(['auth', 'create', 'every-response', 'get', 'laws', 'rate'])(
  'what was recorded has these verdicts: %s',
  (name) =>
    testCases(golden(`${name}.txt`), (text, title) =>
      title.split(': ', 1).flatMap((ids) => ids.split(', ').flatMap((id) => verdictText(id, text).split('\n'))),
    ),
);

/** A question is `REQUIREMENT (WHAT): LINE ; LINE`. */
describe('what was recorded in one line has these verdicts', () =>
  testAnswers(golden('lines.txt'), (question) => {
    const [, requirement = '', lines = ''] = /^(\S+) \(.*?\): (.*)/.exec(question) ?? [];
    return verdictText(requirement, lines.replaceAll(' ; ', '\n')).replaceAll('\n', '; ');
  }));
