import * as Type from 'typebox';
import { about, maybe } from '../capacity/result-schema.ts';
import { integer, text } from '../exchange/records/schema.ts';
import type { ObservedValue } from '../rules/outcome.ts';

export const observed = Type.Unsafe<ObservedValue>({});

export const waiver = Type.Object(
  {
    reason: text,
    owner: text,
    link: Type.Optional(text),
    expires: about(text, 'YYYY-MM-DD, the last day.'),
    line: about(integer, 'Of the configuration.'),
  },
  { description: 'Someone accepts this finding until a date: the verdict stays, the gate opens.' },
);

export const waiverProblem = Type.Object({
  file: maybe(text, 'The configuration.'),
  line: about(integer, 'In it.'),
  requirement: about(text, 'The id or pattern of the entry.'),
  flaw: Type.Enum(['expired', 'unused', 'no-such-requirement', 'other-signature']),
  message: text,
});

export const drift = Type.Object({ id: text, plan: Type.Optional(text), pinned: observed, seen: observed });
