import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readJournal } from '../../src/exchange/journal/journal.ts';
import { JournalError } from '../../src/exchange/records/journal-record.ts';
import type { EndedTrace } from '../../src/exchange/trace.ts';
import { expectLines, golden } from '../support/golden.ts';
import { answer, lost, pets, trace } from '../support/trace.ts';

const whole: EndedTrace = trace({
  exchanges: [
    answer('list.minimum', 200, '[{"id":9007199254740993}]\u2028 "\\'),
    lost('list.maximum'),
    answer('list.default', { body: pets(2), cut: 'ECONNRESET' }),
  ],
  skips: [{ probe: 'create.available', cause: 'read-only', reason: 'read-only run' }],
});
/** People read the waits of a client; nothing that reads a journal does. */
const wait = { v: 1, kind: 'wait', at: 1, until: 2, reason: 'waiting' };
const lines = ({ head, exchanges, skips, end }: EndedTrace): string[] =>
  [head, ...exchanges, ...skips, wait, ...(end === null ? [] : [end])].map((record) => `${JSON.stringify(record)}\n`);
const text = (trace: EndedTrace): string => lines(trace).join('');

/** The trace of a journal; what stands behind its last line end was cut off. */
const traceIn = (journal: string): EndedTrace => readJournal(journal.split('\n').slice(0, -1));

/** Any code point but half a surrogate pair. fast-check's `binary` is the same and takes more than a second to build. */
const character = fc
  .oneof({ weight: 3, arbitrary: fc.nat(0xff) }, fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

it('a journal reads back as it was written, with any response', () => {
  const anyText = fc.string({ unit: character });
  const property = fc.property(anyText, fc.string(), fc.integer({ min: 200, max: 599 }), (body, value, status) => {
    const odd = trace({ exchanges: [answer('list.minimum', { status, body, headers: { 'X-Odd': value } })] });
    expect(lines(odd)[1]?.split('\n')).toHaveLength(2);
    expect(traceIn(text(odd))).toEqual(odd);
  });
  fc.assert(property, { numRuns: 30 });
});

it('a journal loses only its last line if that is cut, and is then incomplete', () => {
  const last = lines(whole).at(-1) ?? '';
  const property = fc.property(fc.integer({ min: 1, max: last.length }), (cut) => {
    expect(traceIn(text(whole).slice(0, -cut))).toEqual({ ...whole, end: null });
  });
  fc.assert(property);
});

it('a journal reads with the line ends of Windows', () => {
  expect(traceIn(text(whole).replaceAll('\n', '\r\n'))).toEqual(whole);
});

const [head = '', first = ''] = lines(whole);
const end = lines(whole).at(-1) ?? '';
const REFUSED = {
  nothing: '',
  'a cut first line': head.slice(0, 40),
  'no head': first,
  'a line that is not JSON': `${head}nonsense\n${end}`,
  'a line that is not a record': `${head}[1]\n`,
  'a newer version': `${head}${first.replace('"v":1', '"v":2')}`,
  'an unknown kind': `${head}{"v":1,"kind":"dream"}\n`,
  'a kind by a name that every object has': `${head}{"v":1,"kind":"constructor"}\n`,
  'a kind that is no text': `${head}{"v":1,"kind":{"toString":1}}\n`,
  'a version that is no text': `${head}{"v":{"toString":1}}\n`,
  'two heads': head + head,
  'a record behind the end': head + end + first,
  'an exchange of another run': head + first.replace('"run":"run-1"', '"run":"run-2"'),
  'an exchange without a path': `${head}${first.replace('"path"', '"way"')}`,
  'a time that no calendar has': `${head}{"v":1,"kind":"wait","at":1e300,"until":2,"reason":"x"}\n`,
  'a capacity plan that is none': `${head}{"v":1,"kind":"capacity","at":1,"plan":{}}\n`,
  'a step of a capacity run that is none': `${head}{"v":1,"kind":"start","at":1,"script":"capacity","config":{"run":"run-1","baseUrl":"","experiments":[],"step":null}}\n`,
};

it('a journal that is damaged is refused, and the line is named', () =>
  expectLines(golden('refused.txt'), REFUSED, (journal) => {
    expect(() => traceIn(journal)).toThrow(JournalError);
    try {
      return `read as ${JSON.stringify(traceIn(journal))}`;
    } catch (error) {
      return (error as Error).message;
    }
  }));
