import type { Head, LimitPlan } from '../exchange/index.ts';
import type { Paint } from '../reporters/paint.ts';
import type { Progress } from './progress.ts';

interface Count {
  admitted: number;
  refused: number;
  /** What it waits for, until when by this machine's clock. */
  waiting?: { readonly until: number; readonly reason: string };
  done: boolean;
}

/** What happens while limits are pushed: one live line on a terminal, else a line for each wait and each plan that is done. */
export function loadProgress(
  write: (text: string) => void,
  isTerminal: boolean,
  paint: Paint,
  { limits }: Head,
): Progress {
  const plans = limits?.plans ?? [];
  const counts = new Map(plans.map(({ plan }) => [plan, { admitted: 0, refused: 0, done: false } as Count]));
  const planOf = (key: string) => plans.find((plan) => plan.key === key);
  const live = () => write(`\r\u001b[2K${paint.dim(liveLine(plans, counts, Date.now()).slice(0, 118))}`);
  const beat = setInterval(
    () => (isTerminal ? live() : write(`  … ${plainCounts(plans, counts)}\n`)),
    isTerminal ? 500 : 20_000,
  );
  beat.unref();
  return {
    see: (record) => {
      if (!('key' in record) || record.key === null) return;
      const plan = planOf(record.key);
      const count = plan === undefined ? undefined : counts.get(plan.plan);
      if (plan === undefined || count === undefined) return;
      if (!('kind' in record)) {
        delete count.waiting;
        if ('status' in record.received && record.received.status < 300) count.admitted += 1;
        if ('status' in record.received && record.received.status === 429) count.refused += 1;
      } else if (record.kind === 'wait' && 'phase' in record) {
        count.waiting = { until: Date.now() + record.until - record.at, reason: record.reason };
        if (!isTerminal && record.until - record.at > 1_000)
          write(
            `  ${plan.plan.padEnd(10)} ${told(count)}; waiting ${((record.until - record.at) / 1000).toFixed(1)} s: ${record.reason}\n`,
          );
      } else if (record.kind === 'experiment' && record.role !== 'prepare' && record.role !== 'share') {
        count.done = true;
        if (!isTerminal) write(`  ${plan.plan.padEnd(10)} ${told(count)}; done\n`);
      }
    },
    end: () => {
      clearInterval(beat);
      if (isTerminal) write('\r\u001b[2K');
    },
  };
}

const told = ({ admitted, refused }: Count) => `${admitted} admitted, ${refused} refused`;

function plainCounts(plans: readonly LimitPlan[], counts: ReadonlyMap<string, Count>): string {
  return plans
    .map(({ plan }) => `${plan}: ${told(counts.get(plan) ?? { admitted: 0, refused: 0, done: false })}`)
    .join(' · ');
}

/** Counts of every plan, and the wait that ends last: it is what the run waits for. */
function liveLine(plans: readonly LimitPlan[], counts: ReadonlyMap<string, Count>, now: number): string {
  const parts = plans.map(({ plan, perMinute }) => {
    const { admitted = 0, refused = 0, done = false } = counts.get(plan) ?? {};
    return `${plan} ${admitted}/${perMinute}${refused > 0 ? ` ${refused}×429` : ''}${done ? ' done' : ''}`;
  });
  const waits = [...counts.values()].flatMap(({ waiting, done }) => (waiting === undefined || done ? [] : [waiting]));
  const [last] = waits.sort((a, b) => b.until - a.until);
  if (last === undefined || last.until < now) return parts.join(' · ');
  return `${parts.join(' · ')}   waiting ${Math.ceil((last.until - now) / 1000)} s: ${last.reason}`;
}
