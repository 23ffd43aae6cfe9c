import { onStatus, reshapeAnswer, withBody } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { errorBodyOn400 } from '../clauses.ts';

export const pageOn400: Fault = {
  id: 'page-on-400',
  title: 'Answers 400 with an HTML page',
  breaks: ['error.schema', 'media.json', ...errorBodyOn400],
  follows: ['media.well-formed'],
  apply: (base) =>
    reshapeAnswer(base, onStatus(400), withBody('text/html; charset=utf-8', '<!DOCTYPE html><pre>Bad Request</pre>')),
};
