import { onStatus, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { errorBodyOn400 } from '../clauses.ts';

export const pageOn400: Fault = {
  id: 'page-on-400',
  title: 'Answers 400 with an HTML page',
  breaks: ['error.schema', 'media.json', ...errorBodyOn400],
  follows: ['media.well-formed'],
  apply: (base) =>
    reshapeAnswer(base, onStatus(400), (answer) => ({
      ...withHeader('Content-Type', 'text/html; charset=utf-8')(answer),
      body: '<!DOCTYPE html><pre>Bad Request</pre>',
    })),
};
