import { it } from 'vitest';
import { wrongCredential } from '../../src/explore/credential.ts';
import { payloadClass } from '../../src/explore/payload-class.ts';
import { create, list, type ProbeRequest } from '../../src/probes/index.ts';
import { expectAnswers, goldenIn } from '../golden.ts';
import { answer, trace } from '../trace.ts';

const golden = goldenIn(import.meta.dirname);
function exchangeOf(sent: ProbeRequest) {
  const [exchange] = trace({ exchanges: [answer('explore.x-1', { sent })] }).exchanges;
  if (exchange === undefined) throw new Error('nothing was recorded');
  return exchange;
}

it('a payload is valid, must be refused, or is left open by the specification, as other media types are', () =>
  expectAnswers(golden('payloads.txt'), (body) => {
    const text = body.replace('\\n', '\n').replace('\\ufeff', '\ufeff');
    const sent = body === 'text/plain' ? create('[]', 'key', body) : create(text);
    return JSON.stringify(payloadClass(exchangeOf(sent)));
  }));

it('a wrong credential violates this requirement', () =>
  expectAnswers(golden('credentials.txt'), (value) => {
    const request = list('', 'none');
    return wrongCredential(exchangeOf({ ...request, headers: [['Authorization', value]] })) ?? 'none';
  }));
