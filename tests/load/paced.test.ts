import { describe, expect, it } from 'vitest';
import { pacer } from '../../load/lib/experiment/paced.ts';
import type { K6Record } from '../../src/exchange/records/load-record.ts';

describe('a VU of a paced run', () => {
  it('sends nothing more after its refusals, with a line for each skipped request', async () => {
    const statuses = [200, 429, 200, 429, 200];
    const held: K6Record[] = [];
    let sent = 0;
    const send = async () => ({ sent: 0, received: 0, status: statuses[sent++] ?? 0, header: () => null });
    const next = pacer({
      key: 'free#1',
      instance: 'free_1.3',
      phase: 'daily',
      refusals: 2,
      now: () => 5,
      send,
      write: (record) => held.push(record),
    });
    for (let turn = 0; turn < 6; turn += 1) await next();
    expect(sent).toBe(4);
    expect(held).toEqual(
      Array(2).fill({ v: 1, kind: 'held', at: 5, key: 'free#1', instance: 'free_1.3', phase: 'daily' }),
    );
  });
});
