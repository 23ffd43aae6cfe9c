import type { RequirementRow } from '../requirement.ts';

const json = {
  clause: 'What the service does',
  quote: 'All request and response bodies are `application/json`.',
} as const;
const integer = {
  clause: 'Animal (schema `Pet`)',
  quote: 'Assigned by the service on creation. Not sent on creation.',
} as const;

export const MEDIA = [
  { id: 'media.json', level: 'must', title: 'Every response with a body has Content-Type application/json', ...json },
  { id: 'media.well-formed', level: 'must', title: 'Every body parses as JSON, in UTF-8', ...json },
  {
    id: 'media.clean-json',
    level: 'should',
    title: 'No byte-order mark, no duplicate keys',
    ...json,
    source: 'RFC 8259 §4 and §8.1',
  },
  {
    id: 'media.plain-integers',
    level: 'should',
    title: 'Integers are written as plain digits',
    ...integer,
    source: 'good practice: 1.0 and 1e3 break typed clients',
  },
] as const satisfies readonly RequirementRow[];
