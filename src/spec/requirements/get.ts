import type { RequirementRow } from '../requirement.ts';

const ok = { clause: '3. Get an animal (deprecated)', quote: '200: body is the Animal.' } as const;
const removal = { clause: '3. Get an animal (deprecated)', quote: 'It is to be removed on 5 December 2030.' } as const;
const versioning = {
  clause: 'Versioning',
  quote: '`GET /pets/{petId}` is marked deprecated, with removal on 5 December 2030.',
} as const;

export const GET = [
  { id: 'get.ok', level: 'must', title: 'A known id, just created and found in a list: 200 with the Animal', ...ok },
  { id: 'get.schema', level: 'must', title: 'The body of a 200 is an Animal', ...ok },
  {
    id: 'get.same-as-created',
    level: 'must',
    title: 'id, name, categoryId and status equal the response to the creation, digit for digit',
    ...ok,
  },
  {
    id: 'get.not-found',
    level: 'must',
    title: 'An id that does not exist: 404 with the Error body',
    clause: '3. Get an animal (deprecated)',
    quote: '404: Error body (the animal cannot be found).',
  },
  { id: 'get.still-served', level: 'must', title: 'The operation works before 5 December 2030', ...removal },
  { id: 'get.sunset-date', level: 'must', title: 'Sunset, if sent, is an HTTP-date on 5 December 2030', ...removal },
  {
    id: 'get.deprecation-signal',
    level: 'should',
    title: 'Deprecation or Sunset is sent',
    ...versioning,
    source: 'RFC 9745, RFC 8594',
  },
  {
    id: 'get.deprecation-syntax',
    level: 'should',
    title: 'Deprecation, if sent, is a structured-field Date, not later than Sunset',
    ...versioning,
    source: 'RFC 9745 §2',
  },
  {
    id: 'get.invalid-id',
    level: 'observe',
    title: 'The status for an id with letters after it, and for an id beyond 64 bits',
    clause: '3. Get an animal (deprecated)',
    quote: 'Path parameter: `petId`, integer, int64, required: identifier of the animal.',
  },
  {
    id: 'get.replacement',
    level: 'observe',
    title: 'Whether Link names a successor',
    clause: '3. Get an animal (deprecated)',
    quote: 'The stated replacement is `GET /pets` with the `status` filter.',
  },
] as const satisfies readonly RequirementRow[];
