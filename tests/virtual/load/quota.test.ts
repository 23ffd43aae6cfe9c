import { describe, expect, it } from 'vitest';
import { ofKind } from '../../../src/exchange/index.ts';
import { between, conforming } from '../servers.ts';
import { runLoad } from './run-load.ts';

describe('the quota experiment', () => {
  it('splits a burst exactly among several VUs', async () => {
    const { baseUrl, keys, received } = await conforming();
    const experiment = { plan: 'pro', key: 'pro#1', perWindow: 300, windowSeconds: 60 } as const;
    const config = { run: 'quota', baseUrl, perVu: 90, experiments: [experiment] };
    const result = await runLoad('quota', new Map([['pro#1', keys.pro]]), { config });
    expect(received()).toHaveLength(result.exchanges.length);
    expect(result.exchanges.filter(({ phase }) => phase === 'burst')).toHaveLength(297);
    const roles = ofKind(result.records, 'experiment').map(({ role }) => role);
    expect(roles.sort()).toEqual(['lead', 'prepare', 'share', 'share', 'share']);
    const numbers = result.exchanges.map(({ instance, seq }) => `${instance} ${seq}`);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(result).toMatchObject({ complete: true, problems: [] });
  });

  it('is invalid if a service falls silent', async () => {
    const server = await conforming();
    const { baseUrl } = await between(server, ({ number, request }) => {
      if (number >= 50) request.socket.destroy();
      return number >= 50;
    });
    const experiment = { plan: 'pro', key: 'pro#1', perWindow: 300, windowSeconds: 60 } as const;
    const config = { run: 'quota', baseUrl, experiments: [experiment] };
    const result = await runLoad('quota', new Map([['pro#1', server.keys.pro]]), { config });
    expect(ofKind(result.records, 'experiment')[0]).toMatchObject({ stopped: 'unanswered' });
    expect(result).toMatchObject({ complete: true, problems: [{ kind: 'invalid' }] });
  });
});
