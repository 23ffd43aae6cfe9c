import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CAPACITY_REQUIREMENTS } from '../src/capacity/judge.ts';
import { LIMIT_REQUIREMENTS } from '../src/limiter/index.ts';
import type { RequirementRow } from '../src/spec/requirement.ts';
import { REQUIREMENTS } from '../src/spec/requirements/index.ts';
import { CHECKS, PROBES } from '../suites/index.ts';
import { OPEN_POINTS } from './open-points.ts';

const document = readFileSync(resolve(import.meta.dirname, '../docs/animal-store-service.md'), 'utf8');
const headings = [...document.matchAll(/^#+ (.*)$/gm)].map((match) => match[1] ?? '');
const plainText = document.replace(/\s+/g, ' ');

describe('the catalogue of requirements', () => {
  it.each(REQUIREMENTS.map((row) => [row.id, row] as const))(
    '%s quotes the document word by word, under a heading that exists',
    (_id, { quote, clause, rows = [] }: RequirementRow) => {
      for (const text of [quote, ...rows]) expect(plainText).toContain(text);
      expect(headings).toContain(clause);
    },
  );

  it('judges every requirement by exactly one check, or by the reasoning about limits and capacity', () => {
    const judged = [...CHECKS.map(({ requirement }) => requirement), ...LIMIT_REQUIREMENTS, ...CAPACITY_REQUIREMENTS];
    expect(judged).toEqual(REQUIREMENTS.flatMap(({ id, retired }) => (retired === undefined ? id : [])));
  });

  it('names a source for everything that the document does not state', () => {
    const isReading = ({ source = '' }: RequirementRow) => source.startsWith("storecheck's reading: ");
    const isStated = ({ id, level }: RequirementRow) =>
      level !== 'should' && id !== 'capacity.latency' && id !== 'capacity.errors';
    const unread = REQUIREMENTS.filter((row: RequirementRow) => !isReading(row));
    expect(unread.filter((row: RequirementRow) => isStated(row) !== (row.source === undefined))).toEqual([]);
    expect(REQUIREMENTS.filter((row: RequirementRow) => isReading(row) && row.level !== 'must')).toEqual([]);
  });
});

describe('the probes', () => {
  const ids = PROBES.map(({ id }) => id);

  it('exist wherever a check or another probe names them', () => {
    const named = [
      ...CHECKS.flatMap(({ from, also = [], again = [], decidedBy = {} }) => [
        ...(from === 'all' ? [] : from),
        ...also,
        ...again,
        ...Object.keys(decidedBy),
        ...Object.values(decidedBy).flat(),
      ]),
      ...PROBES.flatMap(({ uses }) => uses),
    ];
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('each earn their place: some check reads them, or another probe builds on them', () => {
    const read = new Set([
      ...CHECKS.flatMap(({ from, also = [] }) => [...(from === 'all' ? [] : from), ...also]),
      ...PROBES.flatMap(({ uses }) => uses),
    ]);
    expect(ids.filter((id) => !read.has(id) && !id.startsWith('list.fill-'))).toEqual([]);
  });

  it('that create are never part of a confirmation attempt', () => {
    const writing = PROBES.filter(({ writes }) => writes).map(({ id }) => id);
    expect(CHECKS.flatMap(({ again = [] }) => again).filter((id) => writing.includes(id))).toEqual([]);
  });
});

describe('open points of the specification', () => {
  const said = document.split('\n').filter((line) => /not shown|No default is stated/.test(line));

  it('is all listed, each with an observation or a reason', () => {
    const missing = said.filter((line) => !OPEN_POINTS.some(({ quote }) => line.includes(quote)));
    expect(missing).toEqual([]);
    for (const { quote, observedBy, reason } of OPEN_POINTS) {
      expect(plainText).toContain(quote);
      expect((observedBy ?? []).length > 0).toBe(reason === undefined);
      for (const id of observedBy ?? []) expect(REQUIREMENTS.map((row) => row.id)).toContain(id);
    }
  });
});
