import { always, isError, onAnswer, onStatus, reshapeAnswer, withHeader, withoutHeader } from '../../reshape.ts';
import { faults } from '../../variant.ts';

/** Faults in `Content-Type`. */
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
  'no-type-on-200': {
    title: 'Sends no Content-Type with a 200',
    breaks: ['media.json'],
    apply: reshapeAnswer(onStatus(200), withoutHeader('Content-Type')),
  },
  'no-type-on-201': {
    title: 'Sends no Content-Type with a 201',
    breaks: ['media.json'],
    apply: reshapeAnswer(onStatus(201), withoutHeader('Content-Type')),
  },
  'no-type-on-400': {
    title: 'Sends no Content-Type with a 400',
    breaks: ['media.json'],
    apply: reshapeAnswer(onStatus(400), withoutHeader('Content-Type')),
  },
  'no-type-on-401': {
    title: 'Sends no Content-Type with a 401',
    breaks: ['media.json'],
    apply: reshapeAnswer(onStatus(401), withoutHeader('Content-Type')),
  },
  'no-type-on-404': {
    title: 'Sends no Content-Type with a 404',
    breaks: ['media.json'],
    apply: reshapeAnswer(onStatus(404), withoutHeader('Content-Type')),
  },
});
