import * as Type from 'typebox';
import { about, maybe } from '../capacity/result-schema.ts';
import { text } from '../exchange/records/schema.ts';

/** Why there is no verdict, if another run rather than another service would give one. */
export const reasonCode = maybe(
  Type.Enum(['not-selected', 'option-not-given', 'read-only', 'set-up', 'k6-missing']),
  'The kind of reason, for the reasons that need another run rather than another service.',
);

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
