import type { Phase, PhaseCount } from '../../../src/exchange/records/load-record.ts';

/** Counts of one VU: requests planned and sent in each phase. */
export interface Tally {
  readonly plan: (phase: Phase, requests: number) => void;
  readonly sent: (phase: Phase) => void;
  readonly phases: () => Partial<Record<Phase, PhaseCount>>;
  readonly total: () => PhaseCount;
}

export function tally(): Tally {
  const phases: Partial<Record<Phase, PhaseCount>> = {};
  const add = (phase: Phase, planned: number, sent: number) => {
    const before = phases[phase] ?? { planned: 0, sent: 0 };
    phases[phase] = { planned: before.planned + planned, sent: before.sent + sent };
  };
  return {
    plan: (phase, requests) => add(phase, requests, 0),
    sent: (phase) => add(phase, 0, 1),
    phases: () => phases,
    total: () => {
      const counts = Object.values(phases);
      return {
        planned: counts.reduce((sum, { planned }) => sum + planned, 0),
        sent: counts.reduce((sum, { sent }) => sum + sent, 0),
      };
    },
  };
}
