import { describe, expect, it } from 'vitest';
import { openLab } from '../../load/lib/experiment/lab.ts';
import { pacer } from '../../load/lib/experiment/paced.ts';
import type { K6Record } from '../../src/exchange/records/load-record.ts';

describe('a VU of a paced run', () => {
  it('sends nothing more after its refusals, with a line for each skipped request', async () => {
    const statuses = [200, 429, 200, 429, 200];
    const written: K6Record[] = [];
    let sent = 0;
    const lab = openLab(
      { plan: 'free', key: 'free#1', perWindow: 60, windowSeconds: 60 },
      {
        run: 'run',
        instance: 'free_1.3',
        now: () => 5,
        sleep: async () => undefined,
        deliver: async () => ({ status: statuses[sent++] ?? 0, headers: {}, body: null, blocked: 0, failure: null }),
        write: (record) => written.push(record),
        redact: (text) => text,
      },
    );
    const next = pacer(lab, 'daily', 2);
    for (let turn = 0; turn < 6; turn += 1) await next();
    expect(sent).toBe(4);
    expect(written.filter((record) => 'kind' in record)).toEqual(
      Array(2).fill({ v: 1, kind: 'held', at: 5, key: 'free#1', instance: 'free_1.3', phase: 'daily' }),
    );
  });
});
