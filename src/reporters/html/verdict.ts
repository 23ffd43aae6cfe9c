import type { Outcome, RequirementResult, Result } from '../../result/result.ts';
import { count } from '../text/count.ts';
import { rowsOf, type Status } from '../view/rows.ts';
import { verdictSentence } from '../view/verdict.ts';
import { capital } from './text.ts';

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
    word: capital(word.toLowerCase()),
    sentence: [capital(rest.join(': ')), ...(result.capacity === undefined ? reasons(result) : [])].join(' '),
    status: STATUS[result.outcome],
  };
}

function reasons(result: Result): string[] {
  const [failed, unproven, waived] = [rowsOf(result, 'failed'), rowsOf(result, 'unproven'), rowsOf(result, 'waived')];
  return [
    said(failed, 'requirement is', 'requirements are', 'broken'),
    result.setUp === undefined ? said(unproven, 'must is', 'musts are', 'inconclusive') : '',
    // A run that passed has said so.
    result.outcome === 'failed' ? said(waived, 'breach is', 'breaches are', 'accepted until a date') : '',
  ].filter((sentence) => sentence !== '');
}

/** Each requirement once, however many plans' limits show it; and how many verdicts that are. */
function said(rows: readonly RequirementResult[], one: string, more: string, what: string): string {
  const distinct = new Set(rows.map(({ id }) => id)).size;
  if (distinct === 0) return '';
  return `${many(distinct, one, more)} ${what}${distinct === rows.length ? '' : `, in ${count(rows.length)} verdicts`}.`;
}

const many = (number: number, one: string, more: string): string =>
  number === 1 ? `One ${one}` : `${count(number)} ${more}`;
