import type { KeyLabel } from '../../exchange/index.ts';
import { KeyInUseError, ledgerFile, type OpenLedger, openLedger, overrun, stateFolder } from '../../ledger/index.ts';
import type { HeldKeys } from '../hold-keys.ts';
import { RefusedError } from '../problems.ts';
import type { CapacityCall } from './read-capacity.ts';

/** Counts by label of what was really sent. */
export type SentByKey = ReadonlyMap<string, { readonly requests: number; readonly refusals: number }>;

export interface HeldPool extends Pick<HeldKeys, 'release'> {
  readonly settle: (sent: SentByKey) => void;
}

/** Takes every key of the pool, and books what it will be put to at most; on loopback there is nobody to spare it for. */
export function holdPool(call: CapacityCall, run: string, env: NodeJS.ProcessEnv): HeldPool {
  if (call.targetClass === 'local') return { settle: () => undefined, release: () => undefined };
  const held = new Map<KeyLabel, OpenLedger>();
  const release = () => {
    for (const open of held.values()) open.release();
  };
  const requests = call.plan.steps.reduce((sum, { count }) => sum + count + 1, 0);
  const now = Date.now();
  const against: string[] = [];
  try {
    for (const { plan, keys, share, perDay = Number.POSITIVE_INFINITY } of call.plan.shares)
      for (let number = 1; number <= keys; number += 1) {
        const label: KeyLabel = `${plan}#${number}`;
        const open = openLedger(ledgerFile(stateFolder(env), call.keys.get(label) ?? '', call.host), run, now);
        held.set(label, open);
        const work = { requests: Math.ceil((requests * share) / keys) + 1, refusals: 0 };
        const shareOfDay = call.targetClass === 'production' ? 0.5 : 1;
        const reason = overrun(open.ledger, work, { perDay, shareOfDay, refusals: 24 }, now);
        const banned =
          open.ledger.suspicion === undefined ? undefined : `it may be banned (${open.ledger.suspicion.reason})`;
        for (const one of [reason, banned]) if (one !== undefined) against.push(`${label}: ${one}`);
        if (against.length === 0) open.reserve(work);
      }
  } catch (error) {
    release();
    throw error instanceof KeyInUseError ? new RefusedError(error.message) : error;
  }
  if (against.length > 0) {
    release();
    throw new RefusedError(
      `nothing was sent: ${against.slice(0, 5).join('; ')}${against.length > 5 ? ` and ${against.length - 5} more` : ''}`,
    );
  }
  return {
    settle: (sent) => {
      for (const [label, open] of held) open.settle(sent.get(label) ?? { requests: 0, refusals: 0 });
    },
    release,
  };
}
