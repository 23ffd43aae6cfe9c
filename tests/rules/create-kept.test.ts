import { rows } from '../table.ts';
import { answer, pet } from '../trace.ts';
import { base, full, made } from './created.ts';

rows('create.text', [
  [
    'the text is refused and the plain name is not',
    [
      ...full({ 'create.pending': answer('create.pending', 400) }),
      made('create.pending-plain'),
      answer('create.text', 400),
      made('create.int64'),
    ],
    'fail',
  ],
]);

const sold = (change: object) => made('create.sold', change);
const pending = made('create.pending', { id: 7 });
const nested = answer('list.minimum', 200, [pet(1, { category: { id: 300 } })]);
rows('create.unique-ids', [
  ['an id given twice', full({ 'create.sold': sold({ id: 7 }), 'create.pending': pending }), 'fail', /id 7 again/],
  ['a listed id', [answer('list.minimum', 200, [pet(300)]), ...full({ 'create.sold': sold({ id: 300 }) })], 'fail'],
  ['the id of something nested', [nested, ...full({ 'create.sold': sold({ id: 300 }) })], 'pass'],
]);

rows('create.name-verbatim', [
  ['it was refused with its id', full({ 'create.sold': answer('create.sold', 400) }), 'inconclusive'],
]);
rows('create.client-id', [
  ['ignored', full(), 'observed', /accepted, ignored/],
  ['refused', full({ 'create.sold': answer('create.sold', 400) }), 'observed', /refused \(400\)/],
]);
const extra = { 'create.no-status': made('create.no-status', { storecheckExtra: 'extra' }) };
rows('create.extra-field', [
  ['kept', full(extra), 'observed', /accepted, kept/],
  ['dropped', full({ 'create.no-status': answer('create.no-status', 201, pet(5)) }), 'observed', /dropped/],
]);
const refusedTogether = answer('create.text-plain', 415);
const emptyRefused = answer('create.empty-name', 400);
const textRefused = full({ 'create.text-plain': refusedTogether });
const bothRefused = full({ 'create.text-plain': refusedTogether, 'create.empty-name': emptyRefused });
rows('create.content-type', [
  ['accepted', full(), 'observed', /accepted/],
  ['refused, the empty name is accepted as JSON', textRefused, 'observed', /refused \(415\)/],
  [
    'accepted with a name, the empty name is refused anyway',
    [...bothRefused, made('create.text-plain-named', {}, [base, refusedTogether, emptyRefused])],
    'observed',
    /accepted/,
  ],
  ['without that one', bothRefused, 'inconclusive'],
]);
rows('create.empty-name', [
  ['is observed', full(), 'observed', /accepted/],
  ['only the media type was refused', textRefused, 'observed', /accepted/],
  ['refused as JSON, too', bothRefused, 'observed', /refused \(400\)/],
]);
rows('create.default-status', [
  ['none', full(), 'observed', /none/],
  ['is observed', full({ 'create.no-status': made('create.no-status', { status: 'sold' }) }), 'observed', /sold/],
]);
rows('create.location', [
  ['is observed', [made('create.available'), ...full().slice(1)], 'observed', /false/],
  ['in lower case', [{ ...base, headers: { location: '/pets/1' } }, ...full().slice(1)], 'observed', /true/],
]);
