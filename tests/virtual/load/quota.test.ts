import { describe, expect, it } from 'vitest';
import { ofKind } from '../../../src/exchange/records/journal-record.ts';
import { between, conforming } from '../servers.ts';
import { runLoad } from './run-load.ts';

describe('the quota experiment', () => {
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
