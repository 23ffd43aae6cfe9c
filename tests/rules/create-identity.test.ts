import { rows } from '../table.ts';
import { answer, type Draft, lost, pet } from '../trace.ts';
import { full } from './created.ts';

const name = 'Storecheck abchij available';
const maximum = (body: unknown, at: number): Draft => answer('list.maximum', { body, at });
const sent = {
  operation: 'createPet',
  method: 'POST',
  path: '/pets',
  body: `{"name":"${name}","categoryId":1}`,
} as const;

const twice = maximum([pet(1, { name }), pet(2, { name })], 3000);

rows('create.unique-ids', [
  ['one create stored two animals', [...full(), twice], 'fail', 'stored-twice'],
  ['a list only before the settle time', [...full(), maximum([pet(1, { name })], 700)], 'inconclusive', /settle time/],
  [
    'allows an animal for each create that may have been stored: a lost one was sent again',
    [lost('create.available', { sent }), ...full(), twice],
    'pass',
  ],
  ['the same id twice in a list', [...full(), maximum([pet(1, { name }), pet(1, { name })], 3000)], 'pass'],
  [
    'allows an id to be given again if a restart lost the store',
    [
      ...full(),
      answer('create.no-status', { status: 201, body: pet(1, { name: 'x' }), at: 900 }),
      answer('create.no-status', { status: 201, body: pet(1, { name: 'y' }), at: 1000 }),
      maximum([pet(1, { name: 'y' })], 4000),
    ],
    'inconclusive',
    /restart/,
  ],
]);
