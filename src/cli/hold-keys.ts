import type { Budgets } from '../config/index.ts';
import { type Exchange, isAnswered, type KeyLabel, type Trace } from '../exchange/index.ts';
import {
  KeyInUseError,
  ledgerFile,
  type OpenLedger,
  openLedger,
  overrun,
  stateFolder,
  type Work,
} from '../ledger/index.ts';
import { loadExchanges } from '../result/load.ts';
import { requestsForPlan } from '../run/limits-cost.ts';
import type { Prepared } from '../run/prepare.ts';
import type { TargetClass } from '../run/target-class.ts';
import { RefusedError } from './problems.ts';
import type { LoadCall } from './read-limits.ts';
import type { Call } from './read-request.ts';

/** The keys of a run, locked and booked. */
export interface HeldKeys {
  /** Books what was really sent, with keys that may be banned, and gives all keys free. */
  readonly settle: (trace: Trace, suspicions: Readonly<Record<KeyLabel, string>>) => void;
  /** Gives the keys free where the run did not come to its end; what was booked stays. */
  readonly release: () => void;
}

/** What a key may be put to in 24 hours, where nothing is configured. A local service has nobody to spare it for. */
const BUDGETS: Readonly<Record<Exclude<TargetClass, 'local'>, { shareOfDay: number; bursts: number }>> = {
  staging: { shareOfDay: 1, bursts: 10 },
  production: { shareOfDay: 0.5, bursts: 3 },
};
const REFUSALS_OF_A_BURST = 8;

interface KeyWork extends Work {
  readonly label: KeyLabel;
  readonly value: string;
  readonly perDay: number;
}

/** Takes every key of the run. Throws a RefusedError with all that stands against it. */
export function holdKeys(
  prepared: Prepared,
  call: Call,
  load: LoadCall | undefined,
  budgets: Budgets | undefined,
  env: NodeJS.ProcessEnv,
): HeldKeys {
  const targetClass = call.request.targetClass as TargetClass;
  if (targetClass === 'local') return { settle: () => undefined, release: () => undefined };
  const { host } = new URL(call.request.baseUrl);
  const held = new Map<KeyLabel, OpenLedger>();
  const release = () => {
    for (const open of held.values()) open.release();
  };
  const against: string[] = [];
  const now = Date.now();
  try {
    for (const work of worksOf(prepared, call, load)) {
      const open = openLedger(ledgerFile(stateFolder(env), work.value, host), prepared.head.run, now);
      held.set(work.label, open);
      const usual = BUDGETS[targetClass];
      const budget = {
        perDay: work.perDay,
        shareOfDay: budgets?.shareOfDay ?? usual.shareOfDay,
        refusals: usual.bursts * (budgets?.refusalsPerKey ?? REFUSALS_OF_A_BURST),
      };
      const reasons = [
        overrun(open.ledger, work, budget, now),
        open.ledger.suspicion === undefined
          ? undefined
          : `it may be banned (${open.ledger.suspicion.reason}, ${new Date(open.ledger.suspicion.at).toISOString()}); nothing is sent with it for 24 hours`,
      ];
      against.push(...reasons.flatMap((reason) => (reason === undefined ? [] : [`${work.label}: ${reason}`])));
      if (against.length === 0) open.reserve(work);
    }
  } catch (error) {
    release();
    if (error instanceof KeyInUseError) throw new RefusedError(error.message);
    throw error;
  }
  if (against.length > 0) {
    release();
    throw new RefusedError(`nothing was sent: ${against.join('; ')}`);
  }
  return { settle: (trace, suspicions) => settle(held, trace, suspicions), release };
}

function settle(held: ReadonlyMap<KeyLabel, OpenLedger>, trace: Trace, suspicions: Readonly<Record<KeyLabel, string>>) {
  const sent = [...trace.exchanges, ...loadExchanges(trace)];
  for (const [label, open] of held) {
    const own = sent.filter(({ key }) => key === label);
    open.settle({ requests: own.length, refusals: own.filter(isRefusal).length }, suspicions[label]);
  }
}

const isRefusal = (exchange: Exchange) => isAnswered(exchange) && exchange.received.status === 429;

/** What each key is put to, at most. Keys that were set aside are theirs to use up: they are counted, not limited. */
function worksOf({ head, probes }: Prepared, { request, key }: Call, load: LoadCall | undefined): KeyWork[] {
  const works = new Map<KeyLabel, KeyWork>();
  const add = (work: KeyWork) => {
    const { requests = 0, refusals = 0 } = works.get(work.label) ?? {};
    works.set(work.label, { ...work, requests: requests + work.requests, refusals: refusals + work.refusals });
  };
  const { perDay } = request.quota;
  if (probes.length > 0) {
    const requests = probes.filter(({ writes }) => !(writes && head.settings.readOnly)).length;
    add({ label: head.settings.key, value: key, perDay, requests, refusals: 0 });
  }
  if (load === undefined) return [...works.values()];
  const { limits, keys } = load;
  for (const plan of limits.plans) {
    const value = (label: KeyLabel) => keys.get(label) ?? '';
    const requests = requestsForPlan({ ...plan, secondKey: plan.key }, limits);
    add({ label: plan.key, value: value(plan.key), perDay: plan.perDay, requests, refusals: limits.refusals });
    if (plan.secondKey !== undefined)
      add({ label: plan.secondKey, value: value(plan.secondKey), perDay: plan.perDay, requests: 3, refusals: 1 });
    for (const label of [limits.daily[plan.plan], limits.ban[plan.plan]])
      if (label !== undefined)
        add({ label, value: value(label), perDay: Number.POSITIVE_INFINITY, requests: 0, refusals: 0 });
  }
  return [...works.values()];
}
