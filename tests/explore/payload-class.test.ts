import { describe, expect, it } from 'vitest';
import { wrongCredential } from '../../src/explore/credential.ts';
import { payloadClass } from '../../src/explore/payload-class.ts';
import { create, list, type ProbeRequest } from '../../src/probes/index.ts';
import { answer, trace } from '../trace.ts';

function exchangeOf(sent: ProbeRequest) {
  const [exchange] = trace({ exchanges: [answer('explore.x-1', { sent })] }).exchanges;
  if (exchange === undefined) throw new Error('nothing was recorded');
  return exchange;
}

describe('payloadClass', () => {
  it.each([
    ['{"__proto__":{"name":"x"},"categoryId":1}', 'missing-name'],
    ['{"name":{},"categoryId":1}', 'array-name'],
    ['{"name":"x","categoryId":"1"}', 'string-category'],
    ['{"name":"x","categoryId":[1]}', 'string-category'],
    ['{"name":"x","categoryId":1e-1}', 'fraction-category'],
    ['{"name":"x","categoryId":-9223372036854775809}', 'overflow-category'],
    ['{"name":"x","categoryId":1,"status":""}', 'unknown-status'],
    ['{"name":"x","categoryId":1,"status":" AVAILABLE "}', 'miscased-status'],
    ['{"name":"x","categoryId":1,"status":[]}', 'number-status'],
    ['[{"name":"x","categoryId":1}]', 'array-body'],
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
    ['Bearer', 'auth.empty-token'],
    ['Bearer {key}x', 'auth.near-miss-key'],
    ['Bearer "{key}"', 'auth.near-miss-key'],
    ['Bearer{key}', 'auth.bearer-only'],
    ['Basic {key}', 'auth.bearer-only'],
    ['Bearer null', 'auth.unknown-key.list'],
    ['BEARER {key}', undefined],
    ['Bearer  {key}', undefined],
  ])('Authorization %j: %s', (value, requirement) => {
    const request = list('', 'none');
    expect(wrongCredential(exchangeOf({ ...request, headers: [['Authorization', value]] }))).toBe(requirement);
  });
});
