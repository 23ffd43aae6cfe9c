import * as Type from 'typebox';
import { about, maybe } from '../../capacity/result-schema.ts';
import { integer, text } from '../../exchange/records/schema.ts';
import type { Values } from '../../rules/outcome.ts';
import { NOTES, type NoteCode } from '../../text/notes.ts';

const codes = Object.keys(NOTES) as NoteCode[];

export const values = Type.Unsafe<Values>({ type: 'object' });

export const notes = about(
  Type.Array(
    Type.Object({
      code: about(Type.Enum(codes), 'The kind of note: storecheck explain CODE.'),
      params: about(values, 'The values in its sentence, by name.'),
      message: text,
      plan: maybe(text, 'The plan whose key cannot be used.'),
    }),
  ),
  'Warnings and notes about the run.',
);

export const warnings = about(Type.Array(text), 'The messages of the notes.');

export const finding = Type.Object({
  code: about(text, 'The kind of finding: storecheck explain CODE.'),
  params: about(values, 'The values in its sentences, by name.'),
  message: text,
  expected: text,
  actual: text,
  exchanges: about(Type.Array(integer), 'Numbers (seq) in exchanges.ndjson.'),
  attempt: maybe(integer, 'Only 1: the first attempt at a limit shows it, and the confirmation attempt does not.'),
  curl: maybe(
    text,
    'Shows the finding again; the key is taken from $STORE_API_KEY. Absent if one request, or one after a read with the key, does not show it: repeat the command with --only.',
  ),
  creates: maybe(Type.Literal(true), 'The request of `curl` can create an animal that remains.'),
});
