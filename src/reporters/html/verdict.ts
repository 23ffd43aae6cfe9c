import type { Outcome, Result } from '../../result/result.ts';
import { besides } from '../besides.ts';
import { rowsOf, type Status } from '../rows.ts';
import { verdictSentence } from '../verdict.ts';
import { capital, count } from './text.ts';

export interface Said {
  readonly word: string;
  readonly sentence: string;
  readonly status: Status;
}

const STATUS = {
  passed: 'passed',
  failed: 'failed',
  incomplete: 'unproven',
  error: 'failed',
} as const satisfies Record<Outcome, Status>;

/** The sentence of every format, its word apart, and what it comes from. */
export function verdictOf(result: Result): Said {
  const [word = '', ...rest] = verdictSentence(result).split(': ');
  return {
    word: `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`,
    sentence: [capital(rest.join(': ')), ...(result.capacity === undefined ? reasons(result) : [])].join(' '),
    status: STATUS[result.outcome],
  };
}

function reasons(result: Result): string[] {
  // Once, however many plans' limits show it.
  const distinct = (status: Status) => new Set(rowsOf(result, status).map(({ id }) => id)).size;
  const [failed, unproven, waived] = [distinct('failed'), distinct('unproven'), distinct('waived')];
  const beside = besides(result).filter(({ fails }) => fails).length;
  return [
    failed > 0 ? `${many(failed, 'requirement is', 'requirements are')} broken.` : '',
    unproven > 0 && result.setUp === undefined ? `${many(unproven, 'must is', 'musts are')} not proven.` : '',
    waived > 0 ? `${many(waived, 'breach is', 'breaches are')} accepted until a date.` : '',
    beside > 0
      ? `${many(beside, 'waiver or pinned behaviour needs', 'waivers or pinned behaviours need')} a look.`
      : '',
  ].filter((sentence) => sentence !== '');
}

const many = (number: number, one: string, more: string): string =>
  number === 1 ? `One ${one}` : `${count(number)} ${more}`;
