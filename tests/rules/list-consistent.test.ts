import { again, answer, type Draft, pet, pets } from '../trace.ts';
import { verdicts } from '../verdicts.ts';

const sold = { status: 'sold' };
const maximum = (body: unknown, at: number): Draft => answer('list.maximum', { body, at });
const got = (id: number, change: object, at: number): Draft =>
  answer('get.found', { body: pet(id, change), at, sent: { operation: 'getPet', path: `/pets/${id}` } });
const created = (status: string, id: number, at: number): Draft =>
  answer(`create.${status}`, { status: 201, body: pet(id), at });
const soldList = (body: unknown, at: number): Draft =>
  answer('list.status-sold', { body, at, sent: { path: '/pets?status=sold' } });
const store = [pet(1), pet(2, sold)];
const omits = maximum([pet(1)], 3000);

verdicts('list-consistent', {
  'list.consistent': {
    'two complete lists omit an animal that is shown before and after them': [
      maximum(store, 0),
      maximum([pet(1)], 3000),
      maximum([pet(1)], 3100),
      maximum(store, 3200),
    ],
    'one list omits an animal': [maximum(store, 0), omits, maximum(store, 3100)],
    'the omission does not recur': [
      maximum(store, 0),
      maximum([pet(1)], 3000),
      maximum(store, 3100),
      again(maximum(store, 6000)),
    ],
    // The first list lags: it grows by the animal that was created after it, and up to a page of ten.
    'pages hold ten animals, and the first list lacked an animal that was created before it': [
      created('available', 10, 0),
      maximum([pet(1, sold), ...pets(8, {}, 2)], 100),
      created('pending', 11, 200),
      again(soldList([pet(1, sold)], 3000)),
      again(maximum(pets(10, {}, 2), 3100)),
      again(maximum(pets(10, {}, 2), 3200)),
      again(soldList([pet(1, sold)], 3300)),
    ],
    'another client removed the animal': [maximum(store, 0), again(maximum([pet(1)], 3000))],
    'replicas lag within the settle time': [
      maximum(store, 0),
      maximum([pet(1)], 500),
      maximum(store, 600),
      maximum([pet(1)], 700),
      again(maximum(store, 3000)),
    ],
    'another client changes a status': [maximum(store, 0), got(2, {}, 100), maximum([pet(1), pet(2)], 3000)],
    'another status once': [maximum(store, 0), got(2, {}, 100), maximum(store, 200)],
    'it does so again after the settle time': [
      maximum(store, 0),
      got(2, {}, 100),
      again(maximum(store, 3000)),
      again(got(2, {}, 3100)),
      again(maximum(store, 3200)),
    ],
    'ignores lists with parameters that the specification does not describe': [
      maximum(store, 0),
      answer('list.maximum', { body: [], at: 3000, sent: { path: '/pets?limit=100&page=2' } }),
      maximum(store, 3100),
    ],
  },
});
