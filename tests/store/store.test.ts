import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAnswered } from '../../src/exchange/exchange.ts';
import { create, get, list } from '../../src/probes/probe-request.ts';
import { PET_STATUSES, type PetStatus } from '../../src/spec/operations.ts';
import { modelOf } from '../../src/store/model.ts';
import { listView } from '../../src/store/views.ts';
import { judgeTrace } from '../../src/verdicts/judge-run.ts';
import { golden, testAnswers } from '../support/golden.ts';
import { answer, type Draft, pets, SETTINGS, START, trace } from '../support/trace.ts';

const { settleMs } = SETTINGS;

/** An animal as it really was. */
interface Truth {
  readonly id: number;
  readonly born: number;
  /** The moments at which its status changed, the first of them its birth. */
  readonly statuses: { readonly at: number; readonly status: PetStatus }[];
  removed: number;
  /** Whether a list or a get has shown it: nobody changes or removes an animal that nobody has seen. */
  isShown: boolean;
}

const status = fc.constantFrom(...PET_STATUSES);
const pick = fc.nat(50);
/** Milliseconds since the step before. */
const after = fc.integer({ min: 100, max: 3_500 });
/** How late an answer is: replicas lag behind by at most the settle time. */
const lag = fc.integer({ min: 0, max: settleMs - 1 });

const step = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), status, after }),
  fc.record({ kind: fc.constant('list' as const), filter: fc.option(status, { nil: undefined }), lag, after }),
  fc.record({ kind: fc.constant('get' as const), pick, lag, after }),
  fc.record({ kind: fc.constant('other creates' as const), status, after }),
  fc.record({ kind: fc.constant('other changes' as const), pick, status, after }),
  fc.record({ kind: fc.constant('other removes' as const), pick, after }),
  fc.record({ kind: fc.constant('restart' as const), after }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const statusAt = ({ statuses }: Truth, at: number) => statuses.findLast((one) => one.at <= at)?.status;
const existsAt = ({ born, removed }: Truth, at: number) => born <= at && at < removed;

/** What a conforming service answers, among other clients, and the truth about its animals. */
function history(steps: readonly Step[]): { readonly drafts: readonly Draft[]; readonly animals: readonly Truth[] } {
  const animals: Truth[] = Array.from({ length: 4 }, (_, index) => born(index + 1, -100_000, 'available'));
  const drafts: Draft[] = [];
  let now = 1_000;
  const json = (one: Truth, at: number) => {
    one.isShown = true;
    return { id: one.id, name: `animal ${one.id}`, categoryId: 1, status: statusAt(one, at) };
  };
  for (const one of steps) {
    now += one.after;
    const living = animals.filter((animal) => existsAt(animal, now));
    const chosen = 'pick' in one ? living[one.pick % Math.max(1, living.length)] : undefined;
    switch (one.kind) {
      case 'create': {
        const animal = born(animals.length + 1, now + 10, one.status);
        animals.push(animal);
        const body = { id: animal.id, name: `animal ${animal.id}`, categoryId: 1, status: one.status };
        drafts.push(
          answer('create', { at: now, status: 201, body, sent: create(JSON.stringify({ ...body, id: undefined })) }),
        );
        break;
      }
      case 'list': {
        const at = now - one.lag;
        const shown = animals.filter(
          (animal) => existsAt(animal, at) && (one.filter === undefined || statusAt(animal, at) === one.filter),
        );
        const query = one.filter === undefined ? 'limit=100' : `limit=100&status=${one.filter}`;
        drafts.push(answer('list', { at: now, body: shown.map((animal) => json(animal, at)), sent: list(query) }));
        break;
      }
      case 'get': {
        const animal = animals[one.pick % animals.length];
        if (animal === undefined) break;
        const at = animal.born < now - settleMs ? now - one.lag : now;
        const given = existsAt(animal, at) ? { status: 200, body: json(animal, at) } : { status: 404 };
        drafts.push(answer('get', { at: now, ...given, sent: get(String(animal.id)) }));
        break;
      }
      case 'other creates':
        animals.push(born(animals.length + 1, now, one.status));
        break;
      case 'other changes':
        if (chosen?.isShown === true) chosen.statuses.push({ at: now, status: one.status });
        break;
      case 'other removes':
        if (chosen?.isShown === true) chosen.removed = now;
        break;
      case 'restart':
        // It loses what was created since the last backup.
        for (const animal of living) if (animal.born > now - 5_000 && animal.isShown) animal.removed = now;
        break;
    }
  }
  return { drafts, animals };
}

const born = (id: number, at: number, first: PetStatus): Truth => ({
  id,
  born: at,
  statuses: [{ at, status: first }],
  removed: Infinity,
  isShown: false,
});

const LAWS =
  /^list\.(?:shows-created|consistent|agrees|status-filter|fills|unique|default)|^get\.(?:ok|same|not)|^create/;

it('in a random history of a conforming service among other clients, every animal that is certain exists, many are certain, and no law fails', () => {
  let certain = 0;
  const property = fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
    const { drafts, animals } = history(steps);
    const run = trace({ exchanges: drafts });
    const model = modelOf(run);
    for (const exchange of run.exchanges.filter(isAnswered))
      for (const animal of animals) {
        const at = exchange.sent.at - START;
        if (model.existence(String(animal.id), exchange) !== 'certain') continue;
        certain += 1;
        expect(animal.born <= at && at < animal.removed + settleMs, `${animal.id} at ${at}`).toBe(true);
      }
    const failed = judgeTrace(run).filter(({ id, verdict }) => LAWS.test(id) && verdict === 'fail');
    expect(failed.flatMap(({ findings }) => findings.map(({ message }) => message))).toEqual([]);
  });
  fc.assert(property, { numRuns: 100, seed: Number(process.env['STORECHECK_SEED'] ?? 1) });
  expect(certain).toBeGreaterThan(300);
});

describe('a list of two animals is read like this, by its query', () =>
  testAnswers(golden('queries.txt'), (query) => {
    const { exchanges } = trace({ exchanges: [answer('list', { sent: list(query), body: pets(2) })] });
    const [view] = exchanges.map(listView);
    if (view === undefined) return 'not read';
    const { limit, status, isWithoutLimit, isSpecified, isValid, isFull } = view;
    const known = Object.entries({ isWithoutLimit, isSpecified, isValid, isFull }).flatMap(([name, is]) =>
      is ? name : [],
    );
    return `${limit} ${status}: ${known.join(', ')}`;
  }));
