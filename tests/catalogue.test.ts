import { expect, it } from 'vitest';
import { OBSERVED } from '../src/judge/observe.ts';
import { matchesPattern } from '../src/spec/pattern.ts';
import type { RequirementRow } from '../src/spec/requirement.ts';
import { CHECK_REQUIREMENTS, isTestedBy, REQUIREMENTS } from '../src/spec/requirements/catalogue.ts';
import { CAPACITY, LIMIT_REQUIREMENTS } from '../src/spec/requirements/limit.ts';
import { REASONS } from '../src/text/reasons.ts';
import { PROBES } from '../suites/all-probes.ts';
import { OPEN_POINTS, read } from './support/files.ts';

const specification = read('docs/animal-store-service.md');
const decision = read('docs/decisions/014-readings-of-the-specification.md');
const headings = [...specification.matchAll(/^#+ (.*)$/gm)].map((match) => match[1] ?? '');
const plainText = specification.replace(/\s+/g, ' ');

it('the catalogue quotes the specification literally, under headings that exist', () => {
  for (const { id, quote, clause, rows = [] } of REQUIREMENTS as readonly RequirementRow[]) {
    for (const text of [quote, ...rows]) expect(plainText.includes(text), `${id}: ${text}`).toBe(true);
    expect(headings, id).toContain(clause);
  }
});

it('ids are unique, and only retired requirements are judged by no command', () => {
  const all = REQUIREMENTS.map(({ id }) => id);
  expect(new Set(all).size).toBe(all.length);
  const judged = [...CHECK_REQUIREMENTS.map(({ id }) => id), ...LIMIT_REQUIREMENTS, ...CAPACITY.map(({ id }) => id)];
  expect(judged).toEqual(REQUIREMENTS.flatMap(({ id, retired }) => (retired === undefined ? id : [])));
});

it('the catalogue has a function for each observation of a check', () => {
  const observations = CHECK_REQUIREMENTS.filter(({ level }) => level === 'observe').map(({ id }): string => id);
  expect(Object.keys(OBSERVED).sort()).toEqual(observations.sort());
});

it('the catalogue has a sentence for each reason that a row names', () => {
  const codes = REQUIREMENTS.flatMap(({ inconclusiveCode, notApplicableCode }: RequirementRow) => [
    inconclusiveCode,
    notApplicableCode,
  ]);
  expect(codes.filter((code) => code !== undefined && !(code in REASONS))).toEqual([]);
});

it('the catalogue names a source for everything that the specification does not state', () => {
  const isReading = ({ source = '' }: RequirementRow) => source.startsWith("storecheck's reading: ");
  const isStated = ({ id, level }: RequirementRow) =>
    level !== 'should' && id !== 'capacity.latency' && id !== 'capacity.errors';
  const unread = REQUIREMENTS.filter((row: RequirementRow) => !isReading(row));
  expect(unread.filter((row: RequirementRow) => isStated(row) !== (row.source === undefined))).toEqual([]);
  expect(REQUIREMENTS.filter((row: RequirementRow) => isReading(row) && row.level !== 'must')).toEqual([]);
  // A must about an open point is a reading, and decision 014 says what the specification leaves open.
  const isOpen = ({ id }: RequirementRow) => OPEN_POINTS.some(({ observed }) => observed.includes(id));
  expect(unread.filter((row: RequirementRow) => isOpen(row) && row.level === 'must')).toEqual([]);
  const readings = REQUIREMENTS.filter((row: RequirementRow) => isReading(row));
  expect(readings.filter(({ id }) => !decision.includes(`\`${id}\``))).toEqual([]);
});

const ids = PROBES.map(({ id }) => id);

it('the probes exist wherever the catalogue names them', () => {
  const patterns = REQUIREMENTS.flatMap(({ stimuli = [] }) => stimuli);
  const unknown = patterns.filter((pattern) => !ids.some((id) => matchesPattern(id, pattern)));
  expect(unknown, 'add the probe to suites').toEqual([]);
});

it('the probes each have a requirement in the catalogue, or another probe that builds on them', () => {
  const used = PROBES.flatMap(({ uses }) => uses);
  const shows = (id: string) => CHECK_REQUIREMENTS.some((row) => row.stimuli !== undefined && isTestedBy(row.id, id));
  // The 304 shows what every response must have, such as the headers of the rate limit.
  const silent = ids.filter((id) => !used.includes(id) && !shows(id) && id !== 'list.conditional');
  expect(silent, 'add them to the stimuli of a requirement').toEqual([]);
});

const said = specification.split('\n').filter((line) => /not shown|No default is stated/.test(line));

it('every open point of the specification is listed, each with an observation or a reason', () => {
  expect(said.filter((line) => !OPEN_POINTS.some(({ quote }) => line.includes(quote)))).toEqual([]);
  for (const { quote, observed } of OPEN_POINTS) {
    expect(plainText).toContain(quote);
    expect(observed).not.toBe('');
    for (const [id] of observed.matchAll(/\b[a-z]+\.[a-z-]+\b/g))
      expect(REQUIREMENTS.map((row) => row.id)).toContain(id);
  }
});
