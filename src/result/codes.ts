import * as Type from 'typebox';
import { about, maybe } from '../capacity/result-schema.ts';
import { text } from '../exchange/records/schema.ts';

const code = Type.Enum([
  'rerun',
  'partial',
  'clock',
  'removal',
  'cut-off',
  'key-set-up',
  'k6',
  'window',
  'nothing-pinned',
]);

export const notes = maybe(
  Type.Array(Type.Object({ code, message: text, plan: maybe(text, 'The plan whose key cannot be used.') })),
  'Warnings and notes about the run.',
);

export const warnings = about(Type.Array(text), 'The messages of the notes.');
