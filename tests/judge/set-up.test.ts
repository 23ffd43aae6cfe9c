import { describe, expect, it } from 'vitest';
import { setUpMistake, setUpRequest } from '../../src/judge/checks/set-up.ts';
import { answer, type Draft, lost, trace } from '../trace.ts';

const bare = { 'X-RateLimit-Limit': null, 'X-RateLimit-Remaining': null, 'X-RateLimit-Reset': null };
const contact = (given: Partial<Draft> = {}) => answer('list.minimum', given);
const second = (given: Partial<Draft>) =>
  answer('set-up.get', { sent: { operation: 'getPet', path: '/pets/1' }, ...given });
const version = (given: Partial<Draft>) => answer('set-up.version', { sent: { path: '/v1/pets?limit=1' }, ...given });
const unlisted = (given: Partial<Draft>) =>
  answer('set-up.unlisted', { sent: { operation: 'other', path: '/storecheck-unlisted' }, ...given });

describe('a mistake of the set-up', () => {
  it.each<[string, readonly Draft[], string | undefined, string?]>([
    ['is not seen in a list that answers', [contact()], undefined],
    ['is a wrong key where everything is 401', [contact({ status: 401 }), second({ status: 401 })], 'wrong-key'],
    ['is no wrong key where only lists are 401', [contact({ status: 401 }), second({ status: 404 })], undefined],
    ['is a refusal where everything is 403', [contact({ status: 403 }), second({ status: 403 })], 'refused'],
    ['is a missing /v1', [contact({ status: 404 }), version({})], 'version-missing', 'http://h:1'],
    ['is a doubled /v1', [contact({ status: 404 })], 'version-doubled', 'http://h:1/v1/v1'],
    [
      'is a wrong path',
      [
        contact({ status: 404, body: '<html>' }),
        second({ status: 404, body: '<html>' }),
        unlisted({ status: 404, body: '<html>' }),
      ],
      'not-found',
    ],
    ['is a redirect', [contact({ status: 301, body: '', headers: { Location: 'https://x/' } })], 'redirected'],
    ...['http://127.0.0.1:8080/v1/pets/', '/v1/pets/?limit=1', 'pets/'].map(
      (Location): [string, readonly Draft[], undefined] => [
        `is not a service that sends a list to ${Location}: no base URL cures that`,
        [contact({ status: 301, body: '', headers: { ...bare, Location } })],
        undefined,
      ],
    ),
    [
      'is a redirect to another host, with a slash or not',
      [contact({ status: 301, body: '', headers: { Location: 'https://127.0.0.1:8080/v1/pets/' } })],
      'redirected',
    ],
    ['is a balancer', [contact({ status: 503, body: '<html>' }), contact({ status: 503, body: '<html>' })], 'down'],
    ['is not a service that says 500 itself', [contact({ status: 500 })], undefined],
    [
      'is another server',
      [contact({ body: '<html>', headers: bare }), second({ status: 404, body: '<html>', headers: bare })],
      'not-this-service',
    ],
    ['is a key of another plan', [contact({ headers: { 'x-ratelimit-limit': 300 } })], 'other-plan'],
    [
      'is no key of another plan where Limit is unknown',
      [contact({ headers: { 'X-RateLimit-Limit': 61 } })],
      undefined,
    ],
    ['is a service that is down', [lost('list.minimum', { lost: 'ECONNREFUSED' })], 'unreachable'],
    ['is a certificate', [lost('list.minimum', { lost: 'DEPTH_ZERO_SELF_SIGNED_CERT' })], 'tls'],
  ])('%s', (_sentence, exchanges, code, baseUrl) => {
    expect(setUpMistake(trace({ exchanges, ...(baseUrl === undefined ? {} : { baseUrl }) }))?.code).toBe(code);
  });

  it('is looked for with further requests only where the first contact is odd', () => {
    expect(setUpRequest(trace({ exchanges: [contact()] }))).toBeUndefined();
    expect(setUpRequest(trace({ exchanges: [contact({ status: 401 })] }))?.probe).toBe('set-up.get');
    expect(setUpRequest(trace({ exchanges: [contact({ status: 404 })], baseUrl: 'http://h:1' }))?.request.path).toBe(
      '/v1/pets?limit=1',
    );
    expect(setUpRequest(trace({ exchanges: [contact({ status: 401 }), second({ status: 401 })] }))).toBeUndefined();
    expect(setUpRequest(trace({ exchanges: [lost('list.minimum')] }))).toBeUndefined();
  });
});
