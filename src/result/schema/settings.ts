import * as Type from 'typebox';
import { about, maybe } from '../../capacity/result-schema.ts';
import { KEY_SOURCES } from '../../exchange/records/run-record.ts';
import { flag, integer, number, text } from '../../exchange/records/schema.ts';

const failOn = Type.Enum(['must', 'should', 'drift', 'skipped']);

/** What the run was asked to do, as far as reports need it. */
export const settings = Type.Object({
  plan: text,
  windowSeconds: number,
  readOnly: flag,
  readOnlyBy: maybe(text, 'What forbids writes: --read-only, or the place of `allow.writes: false`.'),
  today: text,
  partial: flag,
  exploration: maybe(
    Type.Object({ seed: integer, requests: integer }),
    'Only at the depth `thorough`: the seed that repeats the exploration, and its requests.',
  ),
  keySources: maybe(
    KEY_SOURCES,
    'Where the key of each plan came from: the name of a variable or a file. Never the key.',
  ),
  failOn: about(Type.Array(failOn), 'What fails the run; a must always does.'),
});
