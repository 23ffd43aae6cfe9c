import { type Answer, bodyOf, oncePer } from '../../exchange/index.ts';
import { schemaProblems } from '../schema/problems.ts';

/** Why a body is not the document's Error object, or undefined where it is one. */
export const errorBodyProblem: (answer: Answer) => { expected: string; actual: string } | undefined =
  oncePer(readProblem);

function readProblem(answer: Answer) {
  const expected = 'an Error body {code, message, status}';
  const body = bodyOf(answer);
  switch (body.kind) {
    case 'none':
      return { expected, actual: 'no body' };
    case 'broken':
    case 'cut':
      return { expected, actual: body.reason };
    case 'json': {
      const [problem] = schemaProblems('Error', body);
      if (problem === undefined) return undefined;
      return { expected: `${expected}: ${problem.expected}${where(problem.pointer)}`, actual: problem.actual };
    }
  }
}

function where(pointer: string): string {
  return pointer === '' ? '' : ` at ${pointer}`;
}
