import { expect, it } from 'vitest';
import { readJournal } from '../../src/exchange/journal/journal.ts';
import { type Load, loadOf } from '../../src/exchange/journal/load.ts';
import type { KeyLabel } from '../../src/exchange/records/schema.ts';
import { closingOf, endOf, exchangeOf, processOf, startOf } from '../judge/load-records.ts';
import { trace } from '../trace.ts';

/** Two processes: both keys three times, then the key pro#1 twice. */
const records = [
  ...processOf(['free#1', 'pro#1'], 0),
  endOf(2_000),
  startOf(['pro#1'], 3_000, 'sustain'),
  exchangeOf('pro#1', 0, 3_000, { status: 200 }),
  { v: 1, kind: 'held', at: 3_001, key: 'pro#1', instance: 'pro_1.1', phase: 'burst' } as const,
  exchangeOf('pro#1', 1, 3_002, { status: 429 }),
  closingOf('pro#1', 4_000, 2),
];

function given(load: Load | undefined): Load {
  if (load === undefined) throw new Error('nothing was read');
  return load;
}

const seqs = (load: Pick<Load, 'exchanges'>, ...keys: KeyLabel[]) =>
  [...load.exchanges(...keys)].map(({ key, seq }) => `${key} ${seq}`);

const HEAD = { ...trace({}).head, run: 'r1' };
const READ = [
  ['read from a journal', () => given(readJournal([HEAD, ...numbered()].map((record) => JSON.stringify(record))).load)],
  ['held', () => given(loadOf(numbered()))],
] as const;

/** As our driver numbers them. */
function numbered() {
  let seq = 0;
  return records.map((record) => {
    if ('kind' in record) return record;
    seq += 1;
    return { ...record, seq };
  });
}

it.each(READ)('what k6 wrote, %s, has its exchanges, counts and notes by process and key', (_name, load) => {
  const free = ['free#1 1', 'free#1 2', 'free#1 3'];
  const pro = ['pro#1 4', 'pro#1 5', 'pro#1 6'];
  const paced = ['pro#1 7', 'pro#1 8'];
  const { notes, processes } = load();
  expect(seqs(load())).toEqual([...free, ...pro, ...paced]);
  expect(seqs(load(), 'pro#1')).toEqual([...pro, ...paced]);
  expect(seqs(load(), 'pro#2')).toEqual([]);
  expect(processes.map((process) => seqs(process, 'pro#1'))).toEqual([pro, paced]);
  expect(notes.map(({ kind }) => kind)).toEqual([
    ...['start', 'experiment', 'experiment', 'load-end', 'start', 'experiment'],
  ]);
  const [, second] = processes;
  expect(second?.lines.ofInstance('pro_1.1')).toBe(2);
  expect(second?.lines.ofPhase('pro#1', 'burst')).toBe(3);
  expect(second?.lines.last('free#1')).toBeUndefined();
  expect(second?.lines.last('pro#1')?.received).toMatchObject({ status: 429 });
});
