import { LosslessNumber } from 'lossless-json';
import { always, onAnswer, onStatus, reshapeAnswer, withHeader, withoutHeader } from './changes/reshape.ts';
import { createdFields, listBody } from './requirement-groups.ts';
import { each, faultTable } from './table.ts';

/** Faults in the media type and in the bytes of a body: JSON syntax, duplicate members, number formats and encoding. */
export const mediaFaults = faultTable({
  ...each(
    {
      'text-plain': ['every body', always, 'text/plain'],
      'html-type': ['the body of every 200', onStatus(200), 'text/html; charset=utf-8'],
      'vendor-json': ['animals', onStatus(200, 201), 'application/vnd.animal-store+json'],
    },
    ([what, matches, type]) => ({
      title: `Sends ${what} as ${type.split(';')[0]}`,
      breaks: ['media.json'],
      apply: reshapeAnswer(matches, withHeader('Content-Type', type)),
    }),
  ),
  'no-type-on-200': {
    title: 'Sends no Content-Type with a 200',
    breaks: ['media.json'],
    apply: reshapeAnswer(onStatus(200), withoutHeader('Content-Type')),
  },
  'no-json-type-the-second-time': {
    title: 'Sends an animal as text/plain if it was sent before',
    breaks: ['media.json'],
    apply: (base) => {
      const sent = new Set<string>();
      return reshapeAnswer(onAnswer('get', 200), (answer, { path }) => {
        if (sent.has(path)) return withHeader('Content-Type', 'text/plain')(answer);
        sent.add(path);
        return answer;
      })(base);
    },
  },
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
      write: (json) => base.write(json).replace(/("name":("(?:[^"\\]|\\.)*"))/g, '$1,"name":$2'),
    }),
  },
  'id-with-decimal-point': {
    title: 'Sends ids as 7.0',
    breaks: ['media.plain-integers'],
    follows: ['list.schema', 'create.schema', 'get.schema', 'get.same-as-created', 'list.shows-created', 'get.ok'],
    apply: (base) => ({
      encodeAnimal: (animal, operation) => ({
        ...base.encodeAnimal(animal, operation),
        id: new LosslessNumber(`${animal.id}.0`),
      }),
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
      encodeAnimal: (animal, operation) => ({
        ...base.encodeAnimal(animal, operation),
        categoryId: new LosslessNumber(`${animal.categoryId}e0`),
      }),
    }),
  },
  'trailing-comma': {
    title: 'Sends a trailing comma in the created animal',
    breaks: ['media.well-formed'],
    follows: ['create.schema', ...createdFields],
    apply: reshapeAnswer(onStatus(201), (answer) => ({ ...answer, body: String(answer.body).replace(/}$/, ',}') })),
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
  'body-cut': {
    title: 'Omits the last byte of a list',
    breaks: ['media.well-formed', 'list.ok'],
    follows: listBody,
    apply: reshapeAnswer(onAnswer('list', 200), (answer) => ({
      ...answer,
      body: String(answer.body).slice(0, -1),
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
});
