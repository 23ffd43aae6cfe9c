import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HeaderLine } from '../../src/exchange/records/exchange-record.ts';
import { nearest, valuesIn } from '../../src/reporters/html/marks.ts';
import type { ResultFinding } from '../../src/result/result.ts';
import { html } from './formats.ts';
import { shows } from './html-run.ts';

const marked = (page: string): string[] =>
  [...page.matchAll(/<mark[^>]*>([\s\S]*?)<\/mark>/g)].map(([, text = '']) =>
    text
      .replace(/<[^>]+>/g, '')
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<'),
  );

const membersOf = (text: string) => valuesIn(text).filter(({ depth }) => depth === 1);
const placeOf = (text: string, pointer: string) => nearest(valuesIn(text), pointer);

const [B, C] = ['{"id":2,"name":"b"}', '{"id":3,"name":"c"}'];
const LIST = `[{"id":1,"name":"a"},${B},${C}]`;

describe('the offending place is marked', () => {
  const remaining = [['X-RateLimit-Remaining', '5']] as const;
  const reset = [['x-ratelimit-reset', '7'], ...remaining] as const;
  it.each<[string, Partial<ResultFinding>, string, readonly HeaderLine[], string[]]>([
    ['a JSON Pointer', { params: { place: '/1/name' } }, LIST, [], ['"name":"b"']],
    ['a field that is missing', { params: { place: '/1/status' } }, LIST, [], [B]],
    ['animals above the limit', { params: { limit: 1, items: 3 } }, LIST, [], [B, C]],
    ['an animal by its id', { params: { id: '2' } }, LIST, [], [B]],
    ['a field by its name', { params: { field: 'name' } }, '{"id":1,"name":"x"}', [], ['"name":"x"']],
    ['the status', { code: 'known-id-refused', params: { status: 200 } }, '', [], ['200']],
    ['a header of a code', { code: 'fractional-reset' }, '', reset, ['x-ratelimit-reset: 7']],
    ['a header by its name', { params: { header: remaining[0][0] } }, '', reset, ['X-RateLimit-Remaining: 5']],
    ['a header that is missing', { code: 'no-media-type' }, '', reset, ['no Content-Type']],
    ['nothing of other codes', { actual: 'no Content-Type, id 2' }, LIST, reset, []],
    ['nothing in a text that is no JSON', { params: { place: '/a' } }, '<html>', [], ['<html>']],
  ])('%s', (_, finding, body, headers, places) => {
    expect(marked(html(shows(finding, body, headers)))).toEqual(places);
  });
});

describe('places in a JSON text', () => {
  const json = fc.json({ depthSize: 'small' });

  it('follows any pointer to the value that JSON.parse has there', () => {
    fc.assert(
      fc.property(json, fc.infiniteStream(fc.nat()), (text, stream) => {
        let value: unknown = JSON.parse(text);
        let pointer = '';
        for (const turn of stream) {
          if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) break;
          const entries = Object.entries(value);
          const [key, next] = entries[turn % entries.length] ?? ['', undefined];
          pointer += `/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`;
          value = next;
        }
        const place = placeOf(text, pointer);
        expect(JSON.stringify(JSON.parse(text.slice(place?.from, place?.end)))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('survives any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'[]{}",:\\ 1a/'), maxLength: 60 }), (text) => {
        for (const { start, end } of membersOf(text)) expect(end).toBeGreaterThan(start);
        placeOf(text, '/a/0');
      }),
    );
  });

  it('is as fast for deeply nested text', () => {
    const deep = '['.repeat(100_000);
    expect(membersOf(deep)).toHaveLength(1);
    expect(placeOf(deep, '/0/0')).toBeDefined();
  });
});
