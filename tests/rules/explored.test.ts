import { create, get } from '../../src/probes/request.ts';
import { again, answer, type Draft, pet } from '../trace.ts';
import { verdicts } from '../verdicts.ts';

const NAME = 'cafe\u0301';
const created = (probe: string, name: string, shown: string, id = 50): Draft =>
  answer(probe, {
    sent: create(`{"name":${JSON.stringify(name)},"categoryId":7,"status":"sold"}`),
    status: 201,
    body: pet(id, { name: shown, categoryId: 7, status: 'sold' }),
  });
const suite = [
  created('create.available', 'x', 'x', 1),
  created('create.pending', 'x', 'x', 2),
  created('create.sold', ' x', ' x', 3),
];
const changed = created('explore.create-1', NAME, 'caf\u00e9');
const trimmed = [...suite, ...[1, 2].map((id) => created(`explore.create-${id}`, ` a${id} `, `a${id}`, 50 + id))];
const bare = { 'X-RateLimit-Limit': null, 'X-RateLimit-Remaining': null, 'X-RateLimit-Reset': null };
const read = (index: number): Draft =>
  answer(`explore.any-${index}`, {
    sent: get('1'),
    body: pet(1),
    at: 1000 + 900 * index,
    headers: index % 2 === 0 ? bare : {},
  });
const refusal = answer('explore.query-1', { status: 403, body: '<html>', headers: bare });

verdicts('explored', {
  'create.text': {
    'two requests show a changed value; the smaller one is reported': [
      ...suite,
      created('explore.create-1', `${NAME} and more`, 'caf\u00e9 and more'),
      created('explore.create-2', NAME, 'caf\u00e9', 51),
    ],
    'one accepted create shows it: nothing else explains that': [...suite, changed],
    'the same request had a correct response later': [
      ...suite,
      changed,
      created('explore.reduced.create.text', NAME, NAME, 51),
    ],
    'just the white space around it is gone': trimmed,
  },
  'create.name-verbatim': { 'just the white space around it is gone': trimmed },
  'rate.headers-present': {
    'it recurs, although identical requests have a correct response': [...suite, ...[1, 2, 3, 4, 5].map(read)],
    'it recurs in the confirmation attempt only': [
      ...suite,
      ...[2, 3].map(read),
      again(answer('list.maximum', { body: [pet(1)], at: 9000, headers: bare })),
    ],
  },
  'error.schema': { 'a gateway may refuse an odd request without JSON': [...suite, refusal, refusal] },
});
