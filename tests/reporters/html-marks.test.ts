import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearest, valuesIn } from '../../src/reporters/html/marks.ts';
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

const LIST = '[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,"name":"c"}]';

describe('the offending place is marked', () => {
  it.each([
    ['a JSON Pointer', { params: { place: '/1/name' } }, LIST, [], ['"name":"b"']],
    ['a field that is missing', { params: { place: '/1/status' } }, LIST, [], ['{"id":2,"name":"b"}']],
    [
      'animals above the limit',
      { params: { limit: 1, items: 3 } },
      LIST,
      [],
      ['{"id":2,"name":"b"}', '{"id":3,"name":"c"}'],
    ],
    ['an animal by its id', { params: { id: '2' } }, LIST, [], ['{"id":2,"name":"b"}']],
    ['a field by its name', { params: { field: 'name' } }, '{"id":1,"name":"x"}', [], ['"name":"x"']],
    ['the status', { code: 'known-id-refused', params: { status: 200 } }, '', [], ['200']],
    [
      'a header of a code',
      { code: 'fractional-reset' },
      '',
      [
        ['x-ratelimit-reset', '7'],
        ['Date', 'x'],
      ],
      ['x-ratelimit-reset: 7'],
    ],
    [
      'a header by its name',
      { params: { header: 'X-RateLimit-Remaining' } },
      '',
      [['X-RateLimit-Remaining', '5']],
      ['X-RateLimit-Remaining: 5'],
    ],
    ['a header that is missing', { code: 'no-media-type' }, '', [['Date', 'x']], ['no Content-Type']],
    ['nothing without a code', { actual: 'no Content-Type, id 2' }, LIST, [['Date', 'x']], []],
    ['nothing in a text that is no JSON', { params: { place: '/a' } }, '<html>', [], ['<html>']],
  ] as const)('%s', (_, finding, body, headers, places) => {
    expect(marked(html(shows(finding, body, headers)))).toEqual(places);
  });
});

describe('places in a JSON text', () => {
  const json = fc.json({ depthSize: 'small' });

  it('finds every member of any JSON text, as it is written', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), (text, indent) => {
        const value: unknown = JSON.parse(text);
        const written = indent === 0 ? text : JSON.stringify(value, null, indent);
        const members = membersOf(written).map(({ start, end }) => written.slice(start, end));
        const whole = Array.isArray(value) ? `[${members.join(',')}]` : `{${members.join(',')}}`;
        if (typeof value === 'object' && value !== null) expect(JSON.parse(whole)).toEqual(value);
        else expect(members).toEqual([]);
      }),
    );
  });

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
        const found = text.slice(place?.start, place?.end);
        expect(
          found.endsWith(JSON.stringify(value)) ||
            JSON.stringify(JSON.parse(`{"a":${found.replace(/^"(?:\\.|[^"\\])*"\s*:/, '')}}`).a) ===
              JSON.stringify(value),
        ).toBe(true);
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
