import { object, withMember } from '../../json/value.ts';
import { always, isError, onAnswer, onStatus, reshapeAnswer, reshapeObject } from '../../reshape.ts';
import { faults } from '../../variant.ts';
import { bare401, createdFields, errorBodyOn400, errorBodyOn401, listBody } from '../clauses.ts';

/** Faults in the bytes of a body: JSON syntax, duplicate members, number formats and encoding. */
export const mediaSyntaxFaults = faults({
  'byte-order-mark': {
    title: 'Sends a byte order mark before every body',
    breaks: ['media.clean-json'],
    follows: ['media.well-formed'],
    apply: reshapeAnswer(always, (answer) =>
      answer.body.length === 0 ? answer : { ...answer, body: `\ufeff${answer.body}` },
    ),
  },
  'name-twice': {
    title: 'Sends the name of an animal twice',
    breaks: ['media.clean-json'],
    apply: (base) => ({
      encodeAnimal: (animal, operation) => {
        const body = base.encodeAnimal(animal, operation);
        return object(...body.members, ['name', animal.name]);
      },
    }),
  },
  'status-of-error-twice': {
    title: 'Sends the status of an Error twice',
    breaks: ['media.clean-json'],
    apply: reshapeObject(isError, (body) =>
      object(...body.members, ...body.members.filter(([name]) => name === 'status')),
    ),
  },
  'id-with-decimal-point': {
    title: 'Sends ids as 7.0',
    breaks: ['media.plain-integers'],
    follows: ['list.schema', 'create.schema', 'get.schema', 'get.same-as-created', 'list.shows-created', 'get.ok'],
    apply: (base) => ({
      encodeAnimal: (animal, operation) =>
        withMember(base.encodeAnimal(animal, operation), 'id', { digits: `${animal.id}.0` }),
    }),
  },
  'category-with-exponent': {
    title: 'Sends category ids as 7e0',
    breaks: ['media.plain-integers'],
    follows: [
      'list.schema',
      'create.schema',
      'get.schema',
      'get.same-as-created',
      'create.echo',
      'create.int64',
      'list.agrees-with-created',
    ],
    apply: (base) => ({
      encodeAnimal: (animal, operation) =>
        withMember(base.encodeAnimal(animal, operation), 'categoryId', { digits: `${animal.categoryId}e0` }),
    }),
  },
  'error-status-with-decimal-point': {
    title: 'Sends the status of an Error as 404.0',
    breaks: ['media.plain-integers'],
    follows: [
      'error.schema',
      'error.status-matches',
      ...errorBodyOn401,
      ...bare401,
      ...errorBodyOn400,
      'get.not-found',
    ],
    apply: (base) => ({
      encodeProblem: (problem, request) =>
        withMember(base.encodeProblem(problem, request), 'status', { digits: `${problem.status}.0` }),
    }),
  },
  'trailing-comma': {
    title: 'Sends a trailing comma in the created animal',
    breaks: ['media.well-formed'],
    follows: ['create.schema', ...createdFields],
    apply: reshapeAnswer(onStatus(201), (answer) => ({ ...answer, body: String(answer.body).replace(/}$/, ',}') })),
  },
  'single-quotes': {
    title: 'Sends the strings of a 404 in single quotes',
    breaks: ['media.well-formed'],
    follows: ['get.not-found', 'error.schema', 'error.status-matches', 'error.not-blank'],
    apply: reshapeAnswer(onStatus(404), (answer) => ({ ...answer, body: String(answer.body).replaceAll('"', "'") })),
  },
  'not-a-number': {
    title: 'Sends NaN as the category of an animal',
    breaks: ['media.well-formed'],
    follows: ['get.ok', 'get.schema', 'get.same-as-created'],
    apply: reshapeAnswer(onAnswer('get', 200), (answer) => ({
      ...answer,
      body: String(answer.body).replace(/"categoryId":-?\d+/, '"categoryId":NaN'),
    })),
  },
  'leading-zeros': {
    title: 'Sends category ids of single animals with leading zeros',
    breaks: ['media.well-formed'],
    follows: ['get.ok', 'get.schema', 'get.same-as-created'],
    apply: reshapeAnswer(onAnswer('get', 200), (answer) => ({
      ...answer,
      body: String(answer.body).replace('"categoryId":', '"categoryId":00'),
    })),
  },
  'body-cut': {
    title: 'Omits the last byte of a list',
    breaks: ['media.well-formed', 'list.ok'],
    follows: listBody,
    apply: reshapeAnswer(onAnswer('list', 200), (answer) => ({
      ...answer,
      body: String(answer.body).slice(0, -1),
    })),
  },
  'guard-prefix': {
    title: 'Sends a JSON hijacking guard before a list',
    breaks: ['media.well-formed', 'list.ok'],
    follows: listBody,
    apply: reshapeAnswer(onAnswer('list', 200), (answer) => ({
      ...answer,
      body: `)]}',\n${answer.body}`,
    })),
  },
  'two-values': {
    title: 'Sends the created animal twice in one body',
    breaks: ['media.well-formed'],
    follows: ['create.schema', ...createdFields],
    apply: reshapeAnswer(onStatus(201), (answer) => ({ ...answer, body: `${answer.body}\n${answer.body}` })),
  },
  'raw-line-break': {
    title: 'Sends a raw line break in a string of an Error',
    breaks: ['media.well-formed'],
    follows: ['error.schema', 'error.status-matches', 'error.not-blank', ...errorBodyOn400],
    apply: reshapeAnswer(onStatus(400), (answer) => ({
      ...answer,
      body: String(answer.body).replace('message":"', 'message":"\n'),
    })),
  },
  'latin1-bytes': {
    title: 'Encodes bodies as Latin-1',
    breaks: ['media.well-formed'],
    follows: [
      'list.ok',
      ...listBody,
      'create.schema',
      ...createdFields,
      'get.ok',
      'get.schema',
      'get.same-as-created',
      'list.agrees-with-created',
    ],
    apply: reshapeAnswer(onStatus(200, 201), (answer) => ({
      ...answer,
      body: Buffer.from(String(answer.body), 'latin1'),
    })),
  },
  'utf-16-bytes': {
    title: 'Encodes the body of a 401 as UTF-16',
    breaks: ['media.well-formed'],
    follows: ['error.schema', 'error.status-matches', 'error.not-blank', ...errorBodyOn401, ...bare401],
    apply: reshapeAnswer(onStatus(401), (answer) => ({
      ...answer,
      body: Buffer.from(String(answer.body), 'utf16le'),
    })),
  },
  'bad-byte-in-name': {
    title: 'Sends an invalid UTF-8 byte in the name of a created animal',
    breaks: ['media.well-formed'],
    follows: ['create.schema', ...createdFields],
    apply: reshapeAnswer(onStatus(201), (answer) => {
      const [head = '', ...rest] = String(answer.body).split('"name":"');
      return {
        ...answer,
        body: Buffer.concat([Buffer.from(`${head}"name":"`), Buffer.from([0xff]), Buffer.from(rest.join(''))]),
      };
    }),
  },
  'json-as-string': {
    title: 'Sends the list as JSON inside a JSON string',
    breaks: ['list.ok'],
    follows: listBody,
    apply: reshapeAnswer(onAnswer('list', 200), (answer) => ({
      ...answer,
      body: JSON.stringify(String(answer.body)),
    })),
  },
});
