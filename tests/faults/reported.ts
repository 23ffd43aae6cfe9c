import { createHash } from 'node:crypto';
import { isObject } from '../../src/reference/tree.ts';
import { after } from './changes/after.ts';
import { crash } from './changes/failure.ts';
import { faultTable } from './table.ts';

const RATE = /^x-ratelimit-/i;
const ALIASES = new Map([['category_id', 'categoryId']]);

/** Faults that people reported about services of this kind, in public trackers. */
export const reportedFaults = faultTable({
  'alias-member': {
    title: 'Binds category_id as categoryId',
    breaks: ['create.rejects.missing-category'],
    apply: after('readBody', (json) =>
      isObject(json)
        ? Object.fromEntries(Object.entries(json).map(([name, value]) => [ALIASES.get(name) ?? name, value]))
        : json,
    ),
  },
  'key-in-payload': {
    title: 'Accepts the key in the member access_token of a payload',
    breaks: ['auth.required.create'],
    follows: ['auth.no-side-effect'],
    apply: (base) => ({
      credential: (request) =>
        base.credential(request) ?? /"access_token"\s*:\s*"([^"]+)"/.exec(request.body.toString())?.[1] ?? null,
    }),
  },
  'non-ascii-key': {
    title: 'Returns 500 for a key with bytes above 0x7F',
    breaks: ['auth.unknown-key.list', 'robust.no-server-error'],
    apply: (base) => ({
      unauthorized: (request, service) => {
        if (/[^\0-\x7f]/.test(request.headers.get('authorization') ?? ''))
          throw new Error('a comparison of texts beyond ASCII');
        return base.unauthorized(request, service);
      },
    }),
  },
  'number-of-5000-digits': {
    title: 'Returns 500 for a number of more than 4,300 digits',
    breaks: ['robust.no-server-error'],
    apply: crash(({ operation, body }) => operation === 'create' && /\d{4301}/.test(body.toString())),
  },
  'unchanged-without-rate-headers': {
    title: 'Returns 304 without the rate-limit headers for the entity tag of a list',
    breaks: ['rate.headers-present'],
    apply: (base) => ({
      finish: (answer, request, service) => {
        const finished = base.finish(answer, request, service);
        if (request.operation !== 'list' || finished.status !== 200) return finished;
        const tag = `"${createHash('sha256').update(finished.body).digest('hex').slice(0, 16)}"`;
        const headers = [...finished.headers, ['ETag', tag] as const];
        if (request.headers.get('if-none-match') !== tag) return { ...finished, headers };
        return { status: 304, headers: headers.filter(([name]) => !RATE.test(name)), body: '' };
      },
    }),
  },
  'counter-by-forwarded-for': {
    title: 'Counts each value of X-Forwarded-For apart',
    breaks: ['rate.remaining-counts-down'],
    follows: ['rate.counts-every-operation'],
    apply: (base) => ({
      counter: (request, customer) => {
        const { tier, name } = base.counter(request, customer);
        return { tier, name: `${name} ${request.headers.get('x-forwarded-for') ?? ''}` };
      },
    }),
  },
});
