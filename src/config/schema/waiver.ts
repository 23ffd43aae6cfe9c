import { PLAN_NAMES } from '../../spec/plans.ts';
import { DATE, LINK, TEXT } from './terms.ts';

const WAIVER = {
  type: 'object',
  title: 'a waiver: a mapping of requirement, signature, reason, owner and expires',
  required: ['requirement', 'signature', 'reason', 'owner', 'expires'],
  properties: {
    requirement: {
      type: 'string',
      pattern: '^[a-z0-9*-]+(\\.[a-z0-9*-]+)*$',
      maxLength: 100,
      title: "a requirement's id or a pattern of them: auth.www-authenticate, list.*",
      description: 'The requirement that is waived, or a pattern in which * stands for any characters.',
      examples: ['auth.www-authenticate'],
    },
    plan: {
      enum: PLAN_NAMES,
      title: 'a plan: free, pro, business or enterprise',
      description: 'Only the finding on this plan.',
    },
    target: {
      ...TEXT,
      title: "a target's name, or the host of a --base-url",
      description: 'Only the finding on this target (its name above, or the host of a --base-url).',
    },
    signature: {
      ...TEXT,
      description:
        'The finding that is accepted, as the report and storecheck waive show it; fewer breaches are accepted too, any other stays red.',
    },
    reason: { ...TEXT, description: 'Why it is accepted.' },
    owner: { ...TEXT, description: 'Who answers for it.', examples: ['team-store'] },
    link: { ...LINK, description: 'Where it is followed up.' },
    expires: { ...DATE, description: 'The last day on which it holds.' },
  },
  additionalProperties: false,
} as const;

export const WAIVERS = {
  type: 'array',
  title: 'a list of waivers',
  description: 'Findings that are known and accepted until a day. The verdict stays as it is; only the gate opens.',
  items: WAIVER,
} as const;
