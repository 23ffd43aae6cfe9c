import * as Type from 'typebox';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { DATE, LINK, mapping, optional, TEXT } from './terms.ts';

const REQUIREMENT = Type.String({
  pattern: '^[a-z0-9*-]+(\\.[a-z0-9*-]+)*$',
  maxLength: 100,
  title: "a requirement's id or a pattern of them: auth.www-authenticate, list.*",
  description: 'The requirement that is waived, or a pattern in which * stands for any characters.',
  examples: ['auth.www-authenticate'],
});

const WAIVER = mapping('a waiver: a mapping of requirement, signature, reason, owner and expires', {
  requirement: REQUIREMENT,
  plan: optional(
    Type.Enum(PLAN_NAMES, {
      title: 'a plan: free, pro, business or enterprise',
      description: 'Only the finding on this plan.',
    }),
  ),
  target: optional(TEXT, {
    title: "a target's name, or the host of a --base-url",
    description: 'Only the finding on this target (its name above, or the host of a --base-url).',
  }),
  signature: Type.With(TEXT, {
    description:
      'The finding that is accepted, as the report and storecheck waive show it; fewer breaches are accepted too, any other stays red.',
  }),
  reason: Type.With(TEXT, { description: 'Why it is accepted.' }),
  owner: Type.With(TEXT, { description: 'Who answers for it.', examples: ['team-store'] }),
  link: optional(LINK, { description: 'Where it is followed up.' }),
  expires: Type.With(DATE, { description: 'The last day on which it holds.' }),
});

export const WAIVERS = Type.Array(WAIVER, {
  title: 'a list of waivers',
  description: 'Findings that are known and accepted until a day. The verdict stays as it is; only the gate opens.',
});
