import { always, isError, onAnswer, onStatus, reshapeAnswer, withHeader, withoutHeader } from '../../reshape.ts';
import { each, faults } from '../../variant.ts';

export const mediaTypeFaults = faults({
  ...each(
    {
      'text-plain': ['every body', always, 'text/plain'],
      'text-json': ['every body', always, 'text/json'],
      'html-type': ['the body of every 200', onStatus(200), 'text/html; charset=utf-8'],
      'octet-stream-on-get': ['a single animal', onAnswer('get', 200), 'application/octet-stream'],
      'problem-json': ['errors', isError, 'application/problem+json'],
      'problem-json-on-404': ['a 404', onStatus(404), 'application/problem+json'],
      'vendor-json': ['animals', onStatus(200, 201), 'application/vnd.animal-store+json'],
    },
    ([what, matches, type]) => ({
      title: `Sends ${what} as ${type.split(';')[0]}`,
      breaks: ['media.json'],
      apply: reshapeAnswer(matches, withHeader('Content-Type', type)),
    }),
  ),
  ...each(
    {
      'no-type-on-200': 200,
      'no-type-on-201': 201,
      'no-type-on-400': 400,
      'no-type-on-401': 401,
      'no-type-on-404': 404,
    },
    (status) => ({
      title: `Sends no Content-Type with a ${status}`,
      breaks: ['media.json'],
      apply: reshapeAnswer(onStatus(status), withoutHeader('Content-Type')),
    }),
  ),
});
