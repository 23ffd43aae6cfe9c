import type { RequirementRow } from '../requirement.ts';

const created = {
  clause: '2. Add an animal',
  quote: '201: body is the created Animal, including the assigned `id`.',
} as const;
const refused = {
  clause: '2. Add an animal',
  quote: '400: Error body; the body is missing required fields or contains invalid values.',
} as const;
const payload = {
  clause: '2. Add an animal',
  quote: '`name` (string, required), `categoryId` (int64, required), `status` (optional, `PetStatus`)',
} as const;
const assigned = {
  clause: 'Animal (schema `Pet`)',
  quote: 'Assigned by the service on creation. Not sent on creation.',
} as const;
const animal = {
  clause: 'Animal (schema `Pet`)',
  quote: 'An animal is the creation payload plus an identifier.',
} as const;
const noDefault = { clause: 'Animal (schema `Pet`)', quote: 'No default is stated for a missing status.' } as const;

const rejects = <const What extends string>(what: What, title: string) =>
  ({ id: `create.rejects.${what}`, level: 'must', title: `${title}: 400 with the Error body`, ...refused }) as const;

export const CREATE = [
  { id: 'create.created', level: 'must', title: 'A valid payload: 201', ...created },
  {
    id: 'create.schema',
    level: 'must',
    title: 'The body of a 201 is an Animal with an id (int64) assigned by the service',
    ...created,
  },
  { id: 'create.echo', level: 'must', title: 'The response has name, categoryId and status as sent', ...animal },
  { id: 'create.each-status', level: 'must', title: 'Each of the three statuses is accepted', ...payload },
  {
    id: 'create.status-optional',
    level: 'must',
    title: 'A payload without status is accepted, and the status that comes back is absent or one of the three',
    ...payload,
  },
  { id: 'create.unique-ids', level: 'must', title: 'Two animals never share an id', ...assigned },
  {
    id: 'create.int64',
    level: 'must',
    title: 'categoryId 9007199254740993 and 9223372036854775807 are accepted and come back digit for digit',
    ...payload,
  },
  {
    id: 'create.text',
    level: 'must',
    title: 'Names of all kinds of text come back unchanged, or are refused with 400',
    ...animal,
  },
  rejects('missing-name', 'No name'),
  rejects('missing-category', 'No categoryId'),
  rejects('null-name', 'name null'),
  rejects('number-name', 'name a number'),
  rejects('boolean-name', 'name true'),
  rejects('array-name', 'name an array'),
  rejects('null-category', 'categoryId null'),
  rejects('string-category', 'categoryId "7"'),
  rejects('fraction-category', 'categoryId 1.5'),
  rejects('boolean-category', 'categoryId true'),
  rejects('overflow-category', 'categoryId 9223372036854775808'),
  rejects('unknown-status', 'An unknown status'),
  rejects('null-status', 'status null'),
  rejects('number-status', 'status 1'),
  rejects('miscased-status', 'status "Available"'),
  rejects('array-body', 'The payload inside an array'),
  rejects('scalar-body', 'A scalar instead of an object'),
  rejects('empty-body', 'No body'),
  rejects('malformed-json', 'Broken JSON'),
  {
    id: 'create.rejected-not-stored',
    level: 'must',
    title: 'No animal of a rejected payload is in any list afterwards',
    ...refused,
  },
  {
    id: 'create.name-verbatim',
    level: 'should',
    title: 'Leading and trailing spaces of a name are kept',
    ...animal,
    source: 'good practice: data is stored as sent',
  },
  { id: 'create.client-id', level: 'observe', title: 'A payload with an id', ...assigned },
  { id: 'create.extra-field', level: 'observe', title: 'A payload with an unknown field', ...payload },
  { id: 'create.empty-name', level: 'observe', title: 'A payload with an empty name', ...payload },
  {
    id: 'create.content-type',
    level: 'observe',
    title: 'A valid payload sent as text/plain',
    clause: 'What the service does',
    quote: 'All request and response bodies are `application/json`.',
  },
  {
    id: 'create.default-status',
    level: 'observe',
    title: 'The status of an animal that was created without one',
    ...noDefault,
  },
  { id: 'create.location', level: 'observe', title: 'Whether 201 carries Location', ...created },
] as const satisfies readonly RequirementRow[];
