import * as Type from 'typebox';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { REPORTERS } from '../reporters.ts';
import { CAPACITY } from './capacity.ts';
import { FAIL_ON, perPlan, QUOTA, TARGETS } from './target.ts';
import { DATE, either, FILE, LINK, mapping, optional, TEXT } from './terms.ts';

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
      'The signature of the accepted finding, as written by storecheck accept. Fewer violations are accepted, too, but no other.',
  }),
  reason: Type.With(TEXT, { description: 'Why the failure is accepted.' }),
  owner: Type.With(TEXT, { description: 'Who is responsible for the waiver.', examples: ['team-store'] }),
  link: optional(LINK, { description: 'The issue that tracks the failure.' }),
  expires: Type.With(DATE, { description: 'The last day of the waiver.' }),
});

const WAIVERS = Type.Array(WAIVER, {
  title: 'a list of waivers',
  description: 'Known findings that are accepted until a date. The requirement still fails, but does not fail the run.',
});

const reporter = {
  title: `one of ${REPORTERS.join(', ')}, or one with the path of its file (junit=build/junit.xml)`,
};

const REPORTER = either(
  { type: 'string', pattern: '=' },
  Type.String({
    pattern: `^(${REPORTERS.join('|')})=[^\\u0000-\\u001f\\u007f]+$`,
    maxLength: 1000,
    ...reporter,
  }),
  Type.Enum(REPORTERS, { type: 'string', ...reporter }),
  reporter,
);

/**
 * The schema of `storecheck.yaml` (JSON Schema 2020-12). The types, the validator (build.mjs), schemas/storecheck.schema.json for
 * editors and the reference in docs/configuration.md are generated from it. Import it only for its type: TypeBox is not in the bundle.
 */
export const CONFIG_SCHEMA = mapping(
  'a mapping with targets, plans, waivers and so on',
  {
    $schema: optional(
      Type.String({ title: 'the URL or path of this schema', description: 'For editors; ignored by storecheck.' }),
    ),
    targets: optional(TARGETS),
    plans: optional(
      perPlan(
        QUOTA,
        'a mapping from plans to perMinute and perDay',
        "Limits that differ from the specification's: a plan change, or the Enterprise contract.",
      ),
    ),
    waivers: optional(WAIVERS),
    observations: optional(FILE, {
      description:
        'The file with pinned observations (storecheck accept --observed). Default: observations.json next to this file, if it exists.',
      examples: ['observations.json'],
    }),
    capacity: optional(CAPACITY),
    failOn: optional(FAIL_ON),
    reporters: optional(
      Type.Array(REPORTER, {
        title: 'a list of reporters, each once',
        description:
          "The report formats, as for --reporter: a name, or name=path. Paths are relative to this file's folder.",
        minItems: 1,
        uniqueItems: true,
      }),
    ),
  },
  {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://storecheck.invalid/schemas/storecheck.schema.json',
    description: 'Configuration of storecheck: storecheck.yaml, storecheck.yml or storecheck.json.',
  },
);

/** A valid file as written. */
export type RawConfig = Type.Static<typeof CONFIG_SCHEMA>;
