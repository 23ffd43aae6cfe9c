import { it } from 'vitest';
import { wrongCredential } from '../../src/explore/credential.ts';
import { payloadClass } from '../../src/explore/payload-class.ts';
import { create, list, type ProbeRequest } from '../../src/probes/index.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { answer, trace } from '../trace.ts';

const golden = goldenIn(import.meta.dirname);
/** Each text under itself, with visible characters. */
const named = (texts: readonly string[]) =>
  Object.fromEntries(texts.map((text) => [text.replace('\n', '\\n').replace('\ufeff', '\\ufeff'), text] as const));

function exchangeOf(sent: ProbeRequest) {
  const [exchange] = trace({ exchanges: [answer('explore.x-1', { sent })] }).exchanges;
  if (exchange === undefined) throw new Error('nothing was recorded');
  return exchange;
}

const PAYLOADS = [
  '{"__proto__":{"name":"x"},"categoryId":1}',
  '{"name":{},"categoryId":1}',
  '{"name":"x","categoryId":"1"}',
  '{"name":"x","categoryId":[1]}',
  '{"name":"x","categoryId":1e-1}',
  '{"name":"x","categoryId":-9223372036854775809}',
  '{"name":"x","categoryId":1,"status":""}',
  '{"name":"x","categoryId":1,"status":" AVAILABLE "}',
  '{"name":"x","categoryId":1,"status":[]}',
  '[{"name":"x","categoryId":1}]',
  ' \n',
  '{"name":"x","categoryId":1}',
  '{"name":"","categoryId":-9223372036854775808,"status":"sold"}',
  '{"name":"x","categoryId":1.0}',
  '{"name":"x","categoryId":1e3}',
  '{"name":"x","categoryId":1,"extra":2}',
  '{"name":"x","categoryId":1,"id":2}',
  '\ufeff{"name":"x","categoryId":1}',
  '{"name":"x","categoryId":1,"status":null}',
  '{"name":"x","name":"y","categoryId":1}',
  '{"name":"x","Name":"y","categoryId":1}',
  '{"name":"x","categoryId":1,}',
  '{"name":"x"',
];

it('a payload is valid, must be refused, or is left open by the specification, as other media types are', () =>
  expectLines(golden('payloads.txt'), { ...named(PAYLOADS), 'text/plain': 'text/plain' }, (body) => {
    const sent = body === 'text/plain' ? create('[]', 'key', body) : create(body);
    return JSON.stringify(payloadClass(exchangeOf(sent)));
  }));

const CREDENTIALS = ['Bearer', 'Bearer {key}x', 'Bearer "{key}"', 'Bearer{key}', 'Basic {key}', 'Bearer null'];
it('a wrong credential violates this requirement', () =>
  expectLines(golden('credentials.txt'), named([...CREDENTIALS, 'BEARER {key}', 'Bearer  {key}']), (value) => {
    const request = list('', 'none');
    return wrongCredential(exchangeOf({ ...request, headers: [['Authorization', value]] })) ?? 'none';
  }));
