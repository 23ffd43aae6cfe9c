import type { ReferenceOptions } from '../../src/reference/index.ts';
import { type Sent, withReference } from './exchange.ts';

const post = (body: string, more: Partial<Sent> = {}): Sent => ({ method: 'POST', path: '/pets', body, ...more });
const pet = (name: string, more = '"categoryId":7,"status":"available"'): Sent =>
  post(`{"name":${JSON.stringify(name)},${more}}`);
const get = (path: string, authorization?: string | null): Sent =>
  authorization === undefined ? { path } : { path, authorization };

const UNKNOWN = 'Bearer ask_pro_Q1w2E3r4T5y6U7i8O9p0a';

/** What stands for the id that the last creation answered. */
const LAST = '{id}';

const unauthorized = (key: string): Sent[] => [
  get('/pets', null),
  post('{"name":"Ghost","categoryId":1}', { authorization: null }),
  post('{"name":"Ghost without a category"}', { authorization: null }),
  get('/pets/3', null),
  get('/pets/4611686018427387904', null),
  get('/pets?limit=1', UNKNOWN),
  post('{"name":"Ghost of a stranger","categoryId":1}', { authorization: UNKNOWN }),
  get('/pets/3', UNKNOWN),
  get('/pets?limit=1', `Bearer ${key.slice(0, -1)}`),
  get('/pets?limit=1', `Bearer ${key}x9`),
  get('/pets?limit=1', `Bearer ${key.toUpperCase()}`),
  get('/pets?limit=1', `Basic ${Buffer.from(`${key}:${key}`).toString('base64')}`),
  get('/pets?limit=1', `Token ${key}`),
  get('/pets?limit=1', key),
  get('/pets?limit=1', 'Bearer '),
  get('/pets?limit=1', `bearer ${key}`),
  get(`/pets?api_key=${key}&access_token=${key}&apiKey=${key}`, null),
  get('/nowhere', null),
  get('/nowhere'),
  { method: 'DELETE', path: '/pets' },
  { method: 'HEAD', path: '/pets?limit=1' },
];

const creations: readonly Sent[] = [
  pet('Ægir Łódź 猫 "quoted" \'n\' <b>&amp; 🐾', '"categoryId":9007199254740993,"status":"pending"'),
  get(`/pets/${LAST}`),
  pet('  Blank at the ends  ', '"categoryId":9223372036854775807,"status":"sold"'),
  get(`/pets/${LAST}`),
  pet('Plain', '"categoryId":2'),
  get(`/pets/${LAST}`),
  pet('Available'),
  pet('Available'),
  get(`/pets/${LAST}`),
  pet('Cat/Dog'),
  pet('', '"categoryId":2'),
  pet('With id', '"id":4711,"categoryId":2'),
  pet('With a field', '"categoryId":2,"colour":"red"'),
  post('{"name":"As text","categoryId":2}', { headers: { 'content-type': 'text/plain' } }),
  post('{"name":"In chunks","categoryId":2}', { headers: { 'transfer-encoding': 'chunked' } }),
  post('{"name":"Capitals","categoryId":2}', { headers: { 'content-type': 'Application/JSON' } }),
];

const refused: readonly Sent[] = [
  '{"categoryId":7}',
  '{"name":"No category"}',
  '{"name":null,"categoryId":7}',
  '{"name":5,"categoryId":7}',
  '{"name":true,"categoryId":7}',
  '{"name":["a"],"categoryId":7}',
  '{"name":"Null category","categoryId":null}',
  '{"name":"String category","categoryId":"7"}',
  '{"name":"Fraction category","categoryId":1.5}',
  '{"name":"Boolean category","categoryId":true}',
  '{"name":"Overflow","categoryId":9223372036854775808}',
  '{"name":"Lost","categoryId":7,"status":"lost"}',
  '{"name":"Null status","categoryId":7,"status":null}',
  '{"name":"Number status","categoryId":7,"status":1}',
  '{"name":"Miscased","categoryId":7,"status":"Available"}',
  '[{"name":"In a list","categoryId":7}]',
  '"a string"',
  'null',
  '',
  '{"name":"Malformed","categoryId":7',
].map((body) => post(body));

const lists: readonly Sent[] = [
  '',
  '?limit=1',
  '?limit=20',
  '?limit=100',
  '?limit=100&storecheck=1',
  ...['available', 'pending', 'sold'].flatMap((status) => [`?status=${status}`, `?status=${status}&limit=2`]),
  ...['0', '-1', '101', '1000', 'abc', '', '1.5'].map((limit) => `?limit=${limit}`),
  '?status=lost',
  '?status=SOLD',
  '?limit[]=5',
].map((query) => get(`/pets${query}`));

const compressed: Sent = { path: '/pets?limit=3', headers: { 'accept-encoding': 'gzip, br' } };

const gets: readonly Sent[] = [
  '3',
  '9',
  '4611686018427387904',
  'abc',
  '1.5',
  '9223372036854775808',
  '9'.repeat(150),
  '%zz',
].map((id) => get(`/pets/${id}`));

const script = (key: string): readonly Sent[] => [
  ...lists.slice(0, 2),
  ...unauthorized(key),
  ...creations,
  ...refused,
  ...lists,
  ...gets,
  compressed,
];

/** One line for each request: all that a client could see of the answer. The same server always gives the same lines. */
export const transcript = (options: ReferenceOptions): Promise<string[]> =>
  withReference(options, async ({ reference, ask }, pass) => {
    const lines: string[] = [];
    let last = '1';
    for (const sent of script(reference.keys.pro)) {
      await pass(10);
      const path = sent.path.replace(LAST, last);
      const line = await ask({ ...sent, path }).then(
        ({ status, raw, body, hints }) => {
          if (status === 201) last = /"id":"?(-?\d+)/.exec(body)?.[1] ?? last;
          return [...hints, status, raw.join('|'), body].join(' ');
        },
        (failure: Error) => `no answer: ${failure.message}`,
      );
      lines.push(`${sent.method ?? 'GET'} ${path} → ${line}`);
    }
    return lines;
  });
