import { must, observe, should, under } from '../requirement.ts';

const single = under('3. Get an animal (deprecated)');
const ok = single('200: body is the Animal.');
const removal = single('It is to be removed on 5 December 2030.');
const versioning = under('Versioning')('`GET /pets/{petId}` is marked deprecated, with removal on 5 December 2030.');

const KNOWN = ['get.created', 'get.found', 'get.found-plain'];
const READS = [...KNOWN, 'get.again', 'get.last', 'list.maximum'];

export const GET = [
  must('get.ok', 'A known id, just created and found in a list: 200 with the Animal', ok, {
    stimuli: [...READS, 'list.kept-*', 'create.kept-*'],
  }),
  must('get.schema', 'The body of a 200 is an Animal', ok, { stimuli: READS }),
  must(
    'get.same-as-created',
    'id, name, categoryId and status equal the response to the creation, digit for digit',
    ok,
    {
      creates: true,
      stimuli: ['get.created', 'get.again', 'get.last', 'list.maximum'],
      inconclusiveCode: 'no-created-read',
    },
  ),
  must(
    'get.not-found',
    'An id that does not exist: 404 with the Error body',
    single('404: Error body (the animal cannot be found).'),
    { stimuli: ['get.not-found', 'get.zero', 'get.negative', 'get.invalid-*'] },
  ),
  must('get.still-served', 'The operation works before 5 December 2030', removal, {
    stimuli: READS,
    inconclusiveCode: 'no-known-id-answered',
  }),
  must('get.sunset-date', 'Sunset, if sent, is an HTTP-date on 5 December 2030', removal, {
    stimuli: [...KNOWN, 'get.not-found'],
    notApplicableCode: 'no-sunset',
  }),
  should('get.deprecation-signal', 'Deprecation or Sunset is sent', versioning, {
    source: 'RFC 9745, RFC 8594',
    stimuli: KNOWN,
  }),
  should(
    'get.deprecation-syntax',
    'Deprecation, if sent, is a structured-field Date, not later than Sunset',
    versioning,
    { source: 'RFC 9745 §2', stimuli: KNOWN, notApplicableCode: 'no-deprecation' },
  ),
  observe(
    'get.invalid-id',
    'The status for an id with letters after it, and for an id beyond 64 bits',
    single('Path parameter: `petId`, integer, int64, required: identifier of the animal.'),
    { stimuli: ['get.invalid-*'] },
  ),
  observe(
    'get.replacement',
    'Whether Link names a successor',
    single('The stated replacement is `GET /pets` with the `status` filter.'),
    { stimuli: KNOWN },
  ),
];
