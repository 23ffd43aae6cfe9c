import { PET_STATUSES } from '../operations.ts';
import { must, observe, should, under } from '../requirement.ts';
import { json } from './every-response.ts';

/** Patterns of probes that several requirements are judged by. */
export const VALID = ['create.available', 'create.known-category'];
/** All creates of the suites that may succeed. */
export const CREATES = [
  ...VALID,
  'create.pending*',
  'create.sold*',
  'create.no-status*',
  'create.digits',
  'create.again*',
];

const creation = under('2. Add an animal');
const ofAnimal = under('Animal (schema `Pet`)');
const created = creation('201: body is the created Animal, including the assigned `id`.');
const refused = creation('400: Error body; the body is missing required fields or contains invalid values.');
const payload = creation('`name` (string, required), `categoryId` (int64, required), `status` (optional, `PetStatus`)');
const assigned = ofAnimal('Assigned by the service on creation. Not sent on creation.');
const animal = ofAnimal('An animal is the creation payload plus an identifier.');
const noDefault = ofAnimal('No default is stated for a missing status.');

const rejects = <const What extends string>(what: What, title: string) =>
  must(`create.rejects.${what}`, `${title}: 400 with the Error body`, refused, {
    stimuli: [`create.rejects.${what}*`, ...VALID],
  });

const MORE_CREATES = [...CREATES, 'create.int64*', 'create.text-plain', 'create.empty-name', 'create.controls*'];

export const CREATE = [
  must('create.created', 'A valid payload: 201', created, { stimuli: [...VALID, 'create.again*', 'create.charset'] }),
  must('create.schema', 'The body of a 201 is an Animal with an id (int64) assigned by the service', created, {
    stimuli: MORE_CREATES,
  }),
  must('create.echo', 'The response has name, categoryId and status as sent', animal, {
    stimuli: [...MORE_CREATES, 'list.fill-*'],
    inconclusiveCode: 'no-listed-payload-created',
  }),
  must('create.each-status', 'Each of the three statuses is accepted', payload, {
    stimuli: [...VALID, 'create.pending*', 'create.sold*'],
    cells: PET_STATUSES,
  }),
  must(
    'create.status-optional',
    'A payload without status is accepted, and the status that comes back is absent or one of the three',
    payload,
    { stimuli: ['create.no-status*', 'create.digits'], inconclusiveCode: 'no-animal-without-status' },
  ),
  must('create.unique-ids', 'Each create stores one animal, with an id of its own', assigned, {
    stimuli: [...MORE_CREATES, 'list.fill-*', 'list.maximum'],
    inconclusiveCode: 'nothing-created',
  }),
  must(
    'create.int64',
    'categoryId 9007199254740993 and 9223372036854775807 are accepted and come back digit for digit',
    payload,
    {
      stimuli: ['create.pending', 'create.no-status', 'create.int64*', ...VALID],
      notApplicableCode: 'only-known-categories',
    },
  ),
  must('create.text', 'Names of all kinds of text come back unchanged, or are refused with 400', animal, {
    stimuli: [...MORE_CREATES, 'list.fill-*'],
    notApplicableCode: 'only-ascii-names',
  }),
  rejects('missing-name', 'No name'),
  rejects('missing-category', 'No categoryId'),
  rejects('null-name', 'name null'),
  rejects('number-name', 'name a number'),
  rejects('boolean-name', 'name true'),
  rejects('array-name', 'name an array or an object'),
  rejects('null-category', 'categoryId null'),
  rejects('string-category', 'categoryId a text, an array or an object'),
  rejects('fraction-category', 'categoryId 1.5'),
  rejects('boolean-category', 'categoryId true'),
  rejects('overflow-category', 'categoryId 9223372036854775808'),
  rejects('unknown-status', 'An unknown status'),
  rejects('null-status', 'status null'),
  rejects('number-status', 'status neither a text nor null'),
  rejects('miscased-status', 'status "Available"'),
  rejects('array-body', 'The payload inside an array'),
  rejects('scalar-body', 'A scalar instead of an object'),
  rejects('empty-body', 'No body'),
  rejects('malformed-json', 'Broken JSON'),
  must('create.rejected-not-stored', 'No animal of a rejected payload is in any list afterwards', refused, {
    stimuli: ['create.rejects.*', ...VALID, 'list.maximum'],
    inconclusiveCode: 'no-create-refused',
  }),
  should('create.name-verbatim', 'Leading and trailing spaces of a name are kept', animal, {
    source: 'good practice: data is stored as sent',
    stimuli: ['create.sold'],
    inconclusiveCode: 'blanks-refused',
  }),
  observe('create.client-id', 'A payload with an id', assigned, { stimuli: ['create.sold', 'create.sold-id'] }),
  observe('create.extra-field', 'A payload with an unknown field', payload, { stimuli: ['create.no-status'] }),
  observe('create.empty-name', 'A payload with an empty name', payload, { stimuli: ['create.empty-name'] }),
  observe('create.content-type', 'A valid payload sent as text/plain', json, { stimuli: ['create.text-plain'] }),
  observe('create.default-status', 'The status of an animal that was created without one', noDefault, {
    stimuli: ['create.no-status*'],
  }),
  observe('create.location', 'Whether 201 carries Location', created, { stimuli: MORE_CREATES }),
];
