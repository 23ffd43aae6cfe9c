import { gzipSync } from 'node:zlib';
import { LosslessNumber } from 'lossless-json';
import { isList, isObject, type Json, type JsonObject, writeJson } from '../../../src/reference/tree.ts';
import { always, isError, reshapeAnswer, reshapeObject, withHeader } from '../changes/reshape.ts';
import { variantTable } from '../table.ts';

const pretty = (json: Json, indent: string): string => {
  const inner = `${indent}  `;
  if (isList(json))
    return json.length === 0 ? '[ ]' : `[\n${json.map((each) => inner + pretty(each, inner)).join(',\n')}\n${indent}]`;
  if (!isObject(json)) return writeJson(json);
  const members = Object.entries(json).map(([name, value]) => `${inner}${writeJson(name)} : ${pretty(value, inner)}`);
  return `{\n${members.join(',\n')}\n${indent}}`;
};

const inReverse = (json: JsonObject): JsonObject => Object.fromEntries(Object.entries(json).toReversed());

/** Choices in response bodies: extra fields, wording, JSON layout and compression. */
export const bodyVariants = variantTable({
  'animal-with-more-fields': {
    title: 'Adds fields to an animal',
    apply: (base) => ({
      encodeAnimal: (animal, operation) => ({
        ...base.encodeAnimal(animal, operation),
        createdAt: new Date(animal.createdAt).toISOString(),
        tags: [],
        owner: null,
        weight: new LosslessNumber('4.25'),
      }),
    }),
  },
  'error-with-more-fields': {
    title: 'Adds fields to an Error',
    apply: (base) => ({
      encodeProblem: (problem, request) => ({
        ...base.encodeProblem(problem, request),
        requestId: `req-${request.serial}`,
        details: [],
      }),
    }),
  },
  'error-in-another-language': {
    title: 'Sends messages in another language',
    apply: (base) => ({
      encodeProblem: (problem, request) => ({
        ...base.encodeProblem(problem, request),
        message: 'Żądanie odrzucone — 请求被拒绝',
      }),
    }),
  },
  'error-names-the-input': {
    title: 'Repeats the input in the message',
    apply: (base) => ({
      encodeProblem: (problem, request) => ({
        ...base.encodeProblem(problem, request),
        message: `${problem.message} (${request.method} ${request.path}: ${request.body.subarray(0, 40)})`,
      }),
    }),
  },
  'members-in-another-order': {
    title: 'Sends members in reverse order',
    apply: (base) => ({
      ...reshapeObject(isError, (body) => inReverse(body))(base),
      encodeAnimal: (animal, operation) => inReverse(base.encodeAnimal(animal, operation)),
    }),
  },
  'pretty-printed': {
    title: 'Sends indented JSON',
    apply: () => ({ write: (json) => pretty(json, '') }),
  },
  'letters-escaped': {
    title: 'Sends non-ASCII letters as \\uXXXX',
    apply: (base) => ({
      write: (json) =>
        base.write(json).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    }),
  },
  'gzip-always': {
    title: 'Compresses bodies even if the client did not ask for it',
    apply: reshapeAnswer(always, (answer) =>
      answer.body.length === 0
        ? answer
        : { ...withHeader('Content-Encoding', 'gzip')(answer), body: gzipSync(answer.body) },
    ),
  },
});
