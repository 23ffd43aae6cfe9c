import { expect, it } from 'vitest';
import { REQUIREMENTS } from '../../../src/spec/requirements/catalogue.ts';
import { LIMIT_REQUIREMENTS } from '../../../src/spec/requirements/limit.ts';
import { limitFaults, limitVariants } from '../../faults/index.ts';
import type { VariantRow } from '../../faults/table.ts';
import { IS_REAL, named, sampled } from '../../matrix/check-matrix.ts';
import { limitRow } from '../../matrix/limit-matrix.ts';
import { LOAD_SCRIPTS } from '../../support/built.ts';
import { REAL_IO, realK6 } from '../../support/real-io.ts';
import { experimentIn } from '../k6/virtual-k6.ts';
import { world } from '../world.ts';

const MUSTS: readonly string[] = REQUIREMENTS.filter(({ level }) => level === 'must').map(({ id }) => id);

/** Other experiments prove these, or they are recorded and never judged. */
const ELSEWHERE = ['limit.sustained', 'limit.daily', 'limit.algorithm', 'limit.rejects-count', 'limit.reset-restores'];

const REAL_K6 = IS_REAL ? await realK6() : null;
/** In real time, a row mostly waits. */
const rows = IS_REAL ? it.concurrent : it;

/** The shortest window in which a slow burst hides nothing. */
const IN_REAL_TIME = REAL_K6 && { io: REAL_IO, k6: REAL_K6, script: LOAD_SCRIPTS.quota, windowSeconds: 10 };

/** The experiment on a server with the variant, judged without a command. */
const rowOn = (variant: VariantRow) => limitRow(variant, IN_REAL_TIME ?? experimentIn(world()));

/** What an experiment judges. */
const JUDGED = LIMIT_REQUIREMENTS.filter((id) => !ELSEWHERE.includes(id));
const firstOf = JUDGED.flatMap((id) => limitFaults.find(({ breaks }) => breaks.includes(id)) ?? []);
/** A sample, and the first fault of each requirement. */
const someFaults = [...new Set([...sampled(limitFaults, 48), ...firstOf])];

rows.each(named(someFaults))(
  'a faulty limiter fails exactly the requirements that it violates: %s',
  async (_id, fault) => expect((await rowOn(fault)).problems).toEqual([]),
);

it('some fault violates each requirement that an experiment judges', () => {
  expect(JUDGED.filter((id) => !someFaults.some(({ breaks }) => breaks.includes(id)))).toEqual([]);
});

rows.each(named(sampled(limitVariants, 8)))(
  'no must fails on a legal limiter, or is inconclusive: %s',
  async (_id, variant) => {
    const { problems, refused, inconclusive } = await rowOn(variant);
    expect(problems).toEqual([]);
    // Services ban keys.
    expect(refused).toBeLessThanOrEqual(8);
    if (!IS_REAL) expect(inconclusive.filter((id) => MUSTS.includes(id))).toEqual([]);
  },
);
