import { always, isError, onAnswer, onStatus, reshapeAnswer, withHeader, withoutHeader } from '../../reshape.ts';
import { each, faults } from '../../variant.ts';

export const mediaTypeFaults = faults({
  'text-plain': {
    title: 'Sends every body as text/plain',
    breaks: ['media.json'],
    apply: reshapeAnswer(always, withHeader('Content-Type', 'text/plain')),
  },
  'text-json': {
    title: 'Sends every body as text/json',
    breaks: ['media.json'],
    apply: reshapeAnswer(always, withHeader('Content-Type', 'text/json')),
  },
  'html-type': {
    title: 'Sends the body of every 200 as text/html',
    breaks: ['media.json'],
    apply: reshapeAnswer(onStatus(200), withHeader('Content-Type', 'text/html; charset=utf-8')),
  },
  'octet-stream-on-get': {
    title: 'Sends a single animal as application/octet-stream',
    breaks: ['media.json'],
    apply: reshapeAnswer(onAnswer('get', 200), withHeader('Content-Type', 'application/octet-stream')),
  },
  'problem-json': {
    title: 'Sends errors as application/problem+json',
    breaks: ['media.json'],
    apply: reshapeAnswer(isError, withHeader('Content-Type', 'application/problem+json')),
  },
  'problem-json-on-404': {
    title: 'Sends a 404 as application/problem+json',
    breaks: ['media.json'],
    apply: reshapeAnswer(onStatus(404), withHeader('Content-Type', 'application/problem+json')),
  },
  'vendor-json': {
    title: 'Sends animals as application/vnd.animal-store+json',
    breaks: ['media.json'],
    apply: reshapeAnswer(onStatus(200, 201), withHeader('Content-Type', 'application/vnd.animal-store+json')),
  },
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
