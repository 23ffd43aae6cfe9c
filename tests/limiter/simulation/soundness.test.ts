import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { EXPLAINED_BY_RESTART } from '../../../src/judge/limits/confirmation.ts';
import { judgeLimits, LIMIT_REQUIREMENTS } from '../../../src/limiter/index.ts';
import { FAULTS } from './faults/index.ts';
import { historyOf, restarting, worlds } from './history.ts';
import { tally } from './tally.ts';

/** 20,000 of each with STORECHECK_HISTORIES=20000; the same seed gives the same histories. */
const HISTORIES = Number(process.env['STORECHECK_HISTORIES'] ?? 2_000);
const SEED = Number(process.env['STORECHECK_SEED'] ?? 1);
const TIMEOUT = 20_000 + HISTORIES * 20;

const MUSTS = LIMIT_REQUIREMENTS.filter((id) => id !== 'limit.retry-after-reasonable');

/** A step that comes back in the burst shows many values twice too, so a restart is not always told from it. */
const smooth = worlds.filter(({ kind }) => kind !== 'steps');

const legal = tally();
const restarted = tally();
const faulty = tally();

describe('soundness by simulation', () => {
  it(
    'breaks no must for a legal service',
    () => {
      fc.assert(
        fc.property(worlds, (world) => {
          const { outcomes } = judgeLimits(historyOf(world).experiment);
          for (const id of MUSTS) legal.count(id, outcomes[id].kind);
          if (world.foreign.length === 0) expect(MUSTS.filter((id) => 'suspected' in outcomes[id])).toEqual([]);
          expect(MUSTS.filter((id) => outcomes[id].kind === 'broken').map((id) => outcomes[id])).toEqual([]);
        }),
        { numRuns: HISTORIES, seed: SEED, endOnFailure: true },
      );
    },
    TIMEOUT,
  );

  it(
    'breaks none that is not looked at twice for a service that restarts while it is pushed, and forgets its counters',
    () => {
      fc.assert(
        fc.property(smooth, fc.integer({ min: 1, max: 1_100 }), (world, part) => {
          const at = 1 + Math.floor(((world.limit + 8) * part) / 1_000);
          const { outcomes } = judgeLimits(historyOf(world, restarting(world, at)).experiment);
          const broken = MUSTS.filter((id) => outcomes[id].kind === 'broken');
          for (const id of MUSTS) restarted.count(id, 'suspected' in outcomes[id] ? 'suspected' : outcomes[id].kind);
          expect(broken.filter((id) => !EXPLAINED_BY_RESTART.includes(id)).map((id) => outcomes[id])).toEqual([]);
        }),
        { numRuns: HISTORIES / 2, seed: SEED, endOnFailure: true },
      );
    },
    TIMEOUT,
  );

  it(
    'passes no requirement that the service breaks',
    () => {
      fc.assert(
        fc.property(worlds, fc.constantFrom(...FAULTS), (drawn, fault) => {
          const kinds = fault.kinds ?? [drawn.kind];
          const kind = kinds[Math.abs(drawn.seed) % kinds.length] ?? drawn.kind;
          const world = fault.world?.({ ...drawn, kind }) ?? { ...drawn, kind };
          const history = historyOf(world, fault.service(world));
          const outcome = judgeLimits(history.experiment).outcomes[fault.breaks];
          const shows = fault.shows?.(world, history) ?? true;
          faulty.count(fault.name, shows ? outcome.kind : 'not shown');
          if (shows) expect(['broken', 'undecided']).toContain(outcome.kind);
          if (outcome.kind === 'undecided') expect(outcome.reason).not.toBe('');
        }),
        { numRuns: HISTORIES, seed: SEED, endOnFailure: true },
      );
    },
    TIMEOUT,
  );

  afterAll(() => {
    console.log(
      `legal services, outcomes of each must\n${legal.table()}\n\nthat restart\n${restarted.table()}\n\nfaulty services\n${faulty.table()}`,
    );
  });
});
