import { onAnswer, reshapeAnswer, withBody } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const notFoundIsPage: Fault = {
  id: 'not-found-is-page',
  title: 'Answers 404 with the HTML page of a web server',
  breaks: ['get.not-found', 'error.schema', 'media.json'],
  follows: ['media.well-formed'],
  apply: (base) =>
    reshapeAnswer(
      base,
      onAnswer('get', 404),
      withBody('text/html', '<html><body><h1>404 Not Found</h1></body></html>'),
    ),
};
