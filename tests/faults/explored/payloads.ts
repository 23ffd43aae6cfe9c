import { refuse } from '../../../src/reference/message.ts';
import { isNumber, isObject, type Json, member } from '../../../src/reference/tree.ts';
import { after } from '../changes/after.ts';
import { readInstead } from '../changes/payload.ts';
import { type FaultRow, faultTable } from '../table.ts';

type Apply = FaultRow['apply'];

const status =
  (read: (json: Json | undefined) => Json | undefined): Apply =>
  (base) => ({ readStatus: (json) => base.readStatus(read(json)) });

const crashOnName = (when: (text: string) => boolean): Apply =>
  after('readName', (text) => {
    if (when(text)) throw new Error('crash');
    return text;
  });

const changed = {
  breaks: ['create.text'],
  follows: ['list.agrees-with-created', 'get.same-as-created', 'create.name-verbatim'],
} as const;

/** Faults that show only with payloads that no probe of the suites sends: only an exploration finds them. */
export const exploredPayloadFaults = faultTable({
  'name-null-is-empty': {
    title: 'Stores the name "null" as an empty name',
    ...changed,
    apply: after('readName', (text) => (text === 'null' ? '' : text)),
  },
  'zero-is-no-name': {
    title: 'Rejects the name "0" as missing',
    breaks: ['create.created'],
    apply: after('readName', (text) => (text === '0' ? refuse('name is required.') : text)),
  },
  'fails-on-long-name': {
    title: 'Returns 500 for a name of more than 4,000 characters',
    breaks: ['robust.no-server-error'],
    apply: crashOnName((text) => text.length > 4_000),
  },
  'category-list-accepted': {
    title: 'Accepts a category id within an array',
    breaks: ['create.rejects.string-category'],
    follows: ['create.rejected-not-stored'],
    apply: readInstead('readCategory', (json) => {
      const [only] = Array.isArray(json) ? json : [];
      return isNumber(only) && /^\d+$/.test(only.value) ? BigInt(only.value) : undefined;
    }),
  },
  'category-empty-is-zero': {
    title: 'Reads an empty category id as 0',
    breaks: ['create.rejects.string-category'],
    apply: readInstead('readCategory', (json) => (json === '' ? 0n : undefined)),
  },
  'category-false-is-zero': {
    title: 'Reads the category id false as 0',
    breaks: ['create.rejects.boolean-category'],
    apply: readInstead('readCategory', (json) => (json === false ? 0n : undefined)),
  },
  'category-underflow-wraps': {
    title: 'Wraps category ids below the 64-bit range',
    breaks: ['create.rejects.overflow-category'],
    apply: readInstead('readCategory', (json) =>
      isNumber(json) && /^-\d{19,}$/.test(json.value) ? BigInt.asIntN(64, BigInt(json.value)) : undefined,
    ),
  },
  'status-empty-is-missing': {
    title: 'Reads an empty status as a missing one',
    breaks: ['create.rejects.unknown-status'],
    apply: readInstead('readStatus', (json) => (json === '' ? null : undefined)),
  },
  'status-trimmed': {
    title: 'Trims spaces around a status',
    breaks: ['create.rejects.unknown-status'],
    apply: status((json) => (typeof json === 'string' ? json.trim() : json)),
  },
  'bytes-replaced': {
    title: 'Replaces bytes of a payload that are not UTF-8',
    breaks: ['create.name-verbatim'],
    apply: (base) => ({
      readBody: (request) => base.readBody({ ...request, body: Buffer.from(request.body.toString()) }),
    }),
  },
  'name-object-accepted': {
    title: 'Stores an object as the name "[object Object]"',
    breaks: ['create.rejects.array-name'],
    apply: readInstead('readName', (json) => (isObject(json) ? '[object Object]' : undefined)),
  },
  'prototype-read': {
    title: 'Reads missing fields from the member __proto__',
    breaks: ['create.rejects.missing-name'],
    apply: after('readBody', (json) => {
      const inherited = isObject(json) ? member(json, '__proto__') : undefined;
      return isObject(inherited) && isObject(json) && member(json, 'name') === undefined ? inherited : json;
    }),
  },
});
