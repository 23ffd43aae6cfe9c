import { describe, expect, it } from 'vitest';
import { guard, type Wish } from '../../src/run/guard.ts';

const wish = (change: Partial<Wish>): Wish => ({
  targetClass: 'production',
  host: 'api.example.com',
  allowWrites: false,
  allowLoad: false,
  sendsLoad: false,
  confirmedHost: undefined,
  ...change,
});
const named = { confirmedHost: 'api.example.com' };

describe('the guard', () => {
  it.each<[string, Partial<Wish>, { writes: boolean; load: boolean }]>([
    ['a check on loopback', { targetClass: 'local' }, { writes: true, load: true }],
    ['limits on loopback', { targetClass: 'local', sendsLoad: true }, { writes: true, load: true }],
    ['a check on staging', { targetClass: 'staging' }, { writes: false, load: true }],
    ['a check on staging that may write', { targetClass: 'staging', allowWrites: true }, { writes: true, load: true }],
    ['limits on staging', { targetClass: 'staging', sendsLoad: true }, { writes: false, load: true }],
    ['a check on production', {}, { writes: false, load: false }],
    ['a check on production that may write', { allowWrites: true, ...named }, { writes: true, load: false }],
    ['limits on production', { allowLoad: true, sendsLoad: true, ...named }, { writes: false, load: true }],
    [
      'writes for the name of a host with a port',
      { allowWrites: true, host: 'api.example.com:8443', ...named },
      { writes: true, load: false },
    ],
    ['nothing for a host name without a flag', named, { writes: false, load: false }],
    ['a check with --allow-load and no host name', { allowLoad: true }, { writes: false, load: false }],
    [
      'a read-only check where both are forbidden',
      { targetClass: 'local', forbidden: { writes: 'here', load: 'there' } },
      { writes: false, load: false },
    ],
  ])('permits %s', (_what, change, permit) => {
    expect(guard(wish(change))).toEqual({ permit });
  });

  it.each<[string, Partial<Wish>, RegExp]>([
    ['limits on production', { sendsLoad: true }, /add --allow-load/],
    ['limits on production with the name alone', { sendsLoad: true, ...named }, /add --allow-load/],
    ['limits, no name', { sendsLoad: true, allowLoad: true }, /--allow-load .* --confirm-host api\.example\.com/],
    ['writes without the name', { allowWrites: true }, /--allow-writes .* --confirm-host api\.example\.com/],
    [
      'another name',
      { allowWrites: true, confirmedHost: 'example.com' },
      /the host is api\.example\.com, not "example\.com"/,
    ],
    ['writes that are forbidden', { targetClass: 'local', allowWrites: true, forbidden: { writes: 'f:3' } }, /f:3/],
    [
      'load that is forbidden',
      { targetClass: 'local', sendsLoad: true, forbidden: { load: 'f:3' } },
      /forbidden \(f:3\)/,
    ],
    [
      'another port',
      { allowWrites: true, host: 'api.example.com:8443', confirmedHost: 'api.example.com:443' },
      /the host is api\.example\.com:8443/,
    ],
    ['a part of the name', { allowLoad: true, sendsLoad: true, confirmedHost: 'api' }, /not "api"/],
  ])('rejects %s', (_what, change, message) => {
    const decision = guard(wish(change));
    expect('refused' in decision && decision.refused.join('\n')).toMatch(message);
  });

  it('names all reasons at once', () => {
    const decision = guard(wish({ sendsLoad: true, allowWrites: true }));
    expect('refused' in decision && decision.refused).toHaveLength(2);
  });
});
