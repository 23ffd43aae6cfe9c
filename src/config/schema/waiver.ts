import * as Type from 'typebox';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { DATE, LINK, mapping, optional, TEXT } from './terms.ts';

const REQUIREMENT = Type.String({
  pattern: '^[a-z0-9*-]+(\\.[a-z0-9*-]+)*$',
  maxLength: 100,
  title: "a requirement's id or a pattern of them: auth.www-authenticate, list.*",
  description: 'The waived requirement, or a pattern in which * matches any characters.',
  examples: ['auth.www-authenticate'],
});

const WAIVER = mapping('a waiver: a mapping of requirement, signature, reason, owner and expires', {
  requirement: REQUIREMENT,
  plan: optional(
    Type.Enum(PLAN_NAMES, {
      title: 'a plan: free, pro, business or enterprise',
      description: 'Only the finding of this plan.',
    }),
  ),
  target: optional(TEXT, {
    title: "a target's name, or the host of a --base-url",
    description: 'Only the finding of this target (its name, or the host of a --base-url).',
  }),
  signature: Type.With(TEXT, {
    description:
      'The signature of the accepted finding, as written by storecheck waive. Fewer violations are accepted, too; any other fails the run.',
  }),
  reason: Type.With(TEXT, { description: 'Why the failure is accepted.' }),
  owner: Type.With(TEXT, { description: 'Who is responsible for the waiver.', examples: ['team-store'] }),
  link: optional(LINK, { description: 'The issue that tracks the failure.' }),
  expires: Type.With(DATE, { description: 'The last day of the waiver.' }),
});

export const WAIVERS = Type.Array(WAIVER, {
  title: 'a list of waivers',
  description: 'Known findings that are accepted until a date. The requirement still fails, but does not fail the run.',
});
