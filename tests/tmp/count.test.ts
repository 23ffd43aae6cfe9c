import { it } from 'vitest';
import { runAgainst } from '../../src/run/self-test.ts';
import { world } from '../virtual/world.ts';

it('counts', async () => {
  const { trace } = await runAgainst([], { seed: 25 }, world(), new AbortController().signal);
  console.log(
    trace.exchanges
      .map((e) => `${e.probe}=${'status' in e.received ? e.received.status : 'lost'}${e.phase ? '!' : ''}`)
      .join(' '),
  );
});
