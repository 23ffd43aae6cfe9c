import type { Experiment, LimitRequirementId } from '../../src/limiter/index.ts';
import { changed, ERROR, is, type Row, refusals, replace } from './exchanges.ts';

type Case = readonly [name: string, rows: readonly Row[], says: RegExp, more?: Partial<Experiment>];
export type Cases = Readonly<Partial<Record<LimitRequirementId, readonly Case[]>>>;

const otherwise = (status: number) =>
  refusals((row) => ({ ...row, status, body: '{"code":"x","message":"y","status":503}' }));

/** What is wrong with the refusal itself. */
export const REFUSALS: Cases = {
  'limit.status': [
    ['403', otherwise(403), /^refused-without-429:/],
    ['503', otherwise(503), /^refused-without-429:/],
    ['no answer', refusals((row) => ({ ...row, status: 0 })), /^dropped-above-limit:/],
    [
      '503 beside 429',
      changed((row, index) => (index > 11 && row.status === 429 ? { ...row, status: 503, body: ERROR } : row)),
      /^refused-without-429:/,
    ],
  ],
  'limit.error-body': [
    ['text', refusals((row) => ({ ...row, type: 'text/html', body: 'Too many' })), /6 of 6/],
    ['no body', refusals((row) => ({ ...row, body: null })), /^refusal-not-error:/],
    [
      'another status in it',
      refusals((row) => ({ ...row, body: '{"code":"a","message":"b","status":503}' })),
      /^refusal-body-status:/,
    ],
    [
      'code a number',
      refusals((row) => ({ ...row, body: '{"code":1,"message":"b","status":429}' })),
      /^refusal-field-type:/,
    ],
    ['a list', refusals((row) => ({ ...row, body: '[]' })), /^refusal-not-error:/],
  ],
  'limit.headers': [
    ['none', refusals(({ limit: _, remaining: __, reset: ___, ...row }) => row), /6 of 6/],
    [
      'one refusal without Reset',
      replace(is('half-window'), { reset: '' }).map(({ reset, ...row }) =>
        reset === '' ? row : { ...row, ...(reset === undefined ? {} : { reset }) },
      ),
      /1 of 6/,
    ],
  ],
  'limit.remaining-zero': [
    ['one left', refusals((row) => ({ ...row, remaining: 1 })), /6 of 6/],
    ['below nothing', refusals((row) => ({ ...row, remaining: -1 })), /X-RateLimit-Remaining/],
  ],
  'limit.retry-after-present': [['none', refusals(({ retryAfter: _, ...row }) => row), /6 of 6/]],
  'limit.retry-after-syntax': [
    ['a fraction', refusals((row) => ({ ...row, retryAfter: '2.993' })), /^retry-after-unreadable:/],
    ['negative', refusals((row) => ({ ...row, retryAfter: '-1' })), /^retry-after-unreadable:/],
    ['UTC', refusals((row) => ({ ...row, retryAfter: 'Fri, 20 Nov 2026 23:22:00 UTC' })), /^retry-after-unreadable:/],
  ],
};
