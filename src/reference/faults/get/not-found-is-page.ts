import { both, onOperation, onStatus, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const notFoundIsPage: Fault = {
  id: 'not-found-is-page',
  title: 'Answers 404 with the HTML page of a web server',
  breaks: ['get.not-found', 'error.schema', 'media.json'],
  follows: ['media.well-formed'],
  apply: (base) =>
    reshapeAnswer(base, both(onOperation('get'), onStatus(404)), (answer) => ({
      ...withHeader('Content-Type', 'text/html')(answer),
      body: '<html><body><h1>404 Not Found</h1></body></html>',
    })),
};
