import { describe, expect, it } from 'vitest';
import { setUpMistake, setUpRequest } from '../../src/judge/checks/set-up.ts';
import { answer, type Draft, lost, trace } from '../trace.ts';

const bare = { 'X-RateLimit-Limit': null, 'X-RateLimit-Remaining': null, 'X-RateLimit-Reset': null };
const contact = (draft: Partial<Draft> = {}) => answer('list.minimum', draft);
const second = (draft: Partial<Draft>) =>
  answer('set-up.get', { sent: { operation: 'getPet', path: '/pets/1' }, ...draft });
const created = (draft: Partial<Draft>) =>
  answer('create.available', { sent: { operation: 'createPet', method: 'POST' }, ...draft });

/** The others: tests/virtual/commands/set-up.test.ts. */
describe('set-up mistakes', () => {
  it.each<[string, readonly Draft[], string | undefined, string?]>([
    ['a complete list: none', [contact()], undefined],
    [
      '401 to lists and creates: a wrong key, which one operation accepts',
      [contact({ status: 401 }), second({ status: 404 }), created({ status: 401 })],
      'wrong-key',
    ],
    [
      '401 to lists, and a create: none',
      [contact({ status: 401 }), second({ status: 404 }), created({ status: 401 }), created({ status: 201 })],
      undefined,
    ],
    ['401 only to lists: none', [contact({ status: 401 }), second({ status: 404 })], undefined],
    ...['http://127.0.0.1:8080/v1/pets/', '/v1/pets/?limit=1', 'pets/'].map(
      (Location): [string, readonly Draft[], undefined] => [
        `a redirect to ${Location}, the same path with a slash: none`,
        [contact({ status: 301, body: '', headers: { ...bare, Location } })],
        undefined,
      ],
    ),
    [
      'a redirect to another host, with a slash at its end: redirected',
      [contact({ status: 301, body: '', headers: { Location: 'https://127.0.0.1:8080/v1/pets/' } })],
      'redirected',
    ],
    ['500 of the service itself: none', [contact({ status: 500 })], undefined],
    ['a Limit of no plan: none', [contact({ headers: { 'X-RateLimit-Limit': 61 } })], undefined],
    [
      'https that is closed: perhaps a client certificate is missing',
      [lost('list.minimum', { lost: 'UND_ERR_SOCKET' })],
      'https-closed',
      'https://h/v1',
    ],
  ])('%s', (_sentence, exchanges, code, baseUrl) => {
    expect(setUpMistake(trace({ exchanges, ...(baseUrl === undefined ? {} : { baseUrl }) }))?.code).toBe(code);
  });

  it('sends further requests only if the first response is unusual', () => {
    expect(setUpRequest(trace({ exchanges: [contact()] }))).toBeUndefined();
    expect(setUpRequest(trace({ exchanges: [contact({ status: 401 })] }))?.probe).toBe('set-up.get');
    expect(setUpRequest(trace({ exchanges: [contact({ status: 404 })], baseUrl: 'http://h:1' }))?.request.path).toBe(
      '/v1/pets?limit=1',
    );
    expect(setUpRequest(trace({ exchanges: [contact({ status: 401 }), second({ status: 401 })] }))).toBeUndefined();
    expect(setUpRequest(trace({ exchanges: [lost('list.minimum')] }))).toBeUndefined();
  });
});
