import { describe, expect, it } from 'vitest';
import { wrongCredential } from '../../src/explore/credential.ts';
import { payloadClass } from '../../src/explore/payload-class.ts';
import { create, list, type ProbeRequest } from '../../src/probes/index.ts';
import { isPlainQuery } from '../../src/store/index.ts';
import { answer, trace } from '../trace.ts';

function exchangeOf(sent: ProbeRequest) {
  const [exchange] = trace({ exchanges: [answer('explore.x-1', { sent })] }).exchanges;
  if (exchange === undefined) throw new Error('nothing was recorded');
  return exchange;
}

describe('payloadClass', () => {
  it.each([
    ['{"name":"x"}', 'missing-category'],
    ['{"categoryId":1}', 'missing-name'],
    ['{"__proto__":{"name":"x"},"categoryId":1}', 'missing-name'],
    ['{"name":null,"categoryId":1}', 'null-name'],
    ['{"name":{},"categoryId":1}', 'array-name'],
    ['{"name":"x","categoryId":"1"}', 'string-category'],
    ['{"name":"x","categoryId":[1]}', 'string-category'],
    ['{"name":"x","categoryId":false}', 'boolean-category'],
    ['{"name":"x","categoryId":1e-1}', 'fraction-category'],
    ['{"name":"x","categoryId":-9223372036854775809}', 'overflow-category'],
    ['{"name":"x","categoryId":1e30}', 'overflow-category'],
    ['{"name":"x","categoryId":1,"status":""}', 'unknown-status'],
    ['{"name":"x","categoryId":1,"status":" AVAILABLE "}', 'miscased-status'],
    ['{"name":"x","categoryId":1,"status":[]}', 'number-status'],
    ['[{"name":"x","categoryId":1}]', 'array-body'],
    ['null', 'scalar-body'],
    [' \n', 'empty-body'],
  ])('%s must be refused: %s', (body, why) => {
    expect(payloadClass(exchangeOf(create(body)))).toEqual({ kind: 'invalid', why });
  });

  it.each([
    ['{"name":"x","categoryId":1}', true],
    ['{"name":"","categoryId":-9223372036854775808,"status":"sold"}', true],
    ['{"name":"x","categoryId":1.0}', true],
    ['{"name":"x","categoryId":1e3}', true],
    ['{"name":"x","categoryId":1,"extra":2}', false],
    ['{"name":"x","categoryId":1,"id":2}', false],
    ['\ufeff{"name":"x","categoryId":1}', false],
  ])('%s is valid (plain: %s)', (body, plain) => {
    expect(payloadClass(exchangeOf(create(body)))).toEqual({ kind: 'valid', plain });
  });

  it.each([
    '{"name":"x","categoryId":1,"status":null}',
    '{"name":"x","name":"y","categoryId":1}',
    '{"name":"x","Name":"y","categoryId":1}',
    '{"name":"x","categoryId":1,}',
    '{"name":"x"',
  ])('the specification leaves %s open', (body) => {
    expect(payloadClass(exchangeOf(create(body))).kind).toBe('open');
  });

  it('the specification leaves other media types open', () => {
    expect(payloadClass(exchangeOf(create('[]', 'key', 'text/plain'))).kind).toBe('open');
  });
});

describe('wrongCredential', () => {
  it.each([
    [null, 'auth.required.list'],
    ['Bearer', 'auth.empty-token'],
    ['Bearer {key}x', 'auth.near-miss-key'],
    ['Bearer "{key}"', 'auth.near-miss-key'],
    ['Bearer{key}', 'auth.bearer-only'],
    ['Basic {key}', 'auth.bearer-only'],
    ['Bearer null', 'auth.unknown-key.list'],
    ['BEARER {key}', undefined],
    ['Bearer  {key}', undefined],
  ])('Authorization %j: %s', (value, requirement) => {
    const { headers, ...request } = list('', 'none');
    const lines = value === null ? headers : [...headers, ['Authorization', value] as const];
    expect(wrongCredential(exchangeOf({ ...request, headers: lines.map(([name, text]) => [name, text]) }))).toBe(
      requirement,
    );
  });

  it('the key in another header violates auth.bearer-only', () => {
    const request = list('', 'none');
    expect(wrongCredential(exchangeOf({ ...request, headers: [['X-API-Key', '{key}']] }))).toBe('auth.bearer-only');
  });
});

it.each([
  ['', true],
  ['limit=100', true],
  ['status=s%6Fld&limit=1', true],
  ['limit=101', false],
  ['limit=05', false],
  ['limit=5&limit=5', false],
  ['status=', false],
  ['status=sold&page=2', false],
  ['limit=5&', false],
])('the query %j is plain: %s', (query, plain) => {
  expect(isPlainQuery(exchangeOf(list(query)))).toBe(plain);
});
