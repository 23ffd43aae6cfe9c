import { CAPACITY } from './capacity.ts';
import { perPlan } from './keys.ts';
import { FAIL_ON_SCHEMA, QUOTA, TARGETS } from './target.ts';
import { FILE } from './terms.ts';
import { WAIVERS } from './waiver.ts';

const REPORTER_NAMES = ['terminal', 'html', 'junit', 'ctrf', 'har', 'markdown', 'github', 'json', 'badge'] as const;

const reporter = {
  title: `one of ${REPORTER_NAMES.join(', ')}, or one with the path of its file (junit=build/junit.xml)`,
} as const;

const REPORTER = {
  ...reporter,
  if: { type: 'string', pattern: '=' },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: {
    type: 'string',
    pattern: `^(${REPORTER_NAMES.join('|')})=[^\\u0000-\\u001f\\u007f]+$`,
    maxLength: 1000,
    ...reporter,
  },
  else: { type: 'string', enum: REPORTER_NAMES, ...reporter },
} as const;

/**
 * The file `storecheck.yaml` (JSON Schema 2020-12). The validator (build.mjs), schemas/storecheck.schema.json for editors, the raw
 * types and the reference in docs/configuration.md are all made from it. There is no `$ref`, so that the path of a
 * validation error leads back to the part that says what would be right.
 */
export const CONFIG_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://storecheck.invalid/schemas/storecheck.schema.json',
  title: 'a mapping of targets, plans, waivers and so on',
  description: 'Configuration of storecheck: storecheck.yaml, storecheck.yml or storecheck.json.',
  type: 'object',
  properties: {
    $schema: { type: 'string', title: 'the URL or path of this schema', description: 'For editors; not read.' },
    targets: TARGETS,
    plans: perPlan(
      QUOTA,
      'a mapping from plans to perMinute and perDay',
      "A plan's numbers where they differ from the document's: a change that is being tested, or the Enterprise contract.",
    ),
    waivers: WAIVERS,
    observations: {
      ...FILE,
      description:
        'Pinned observations of what the document leaves open (storecheck pin). Without it, observations.json beside this file where there is one.',
      examples: ['observations.json'],
    },
    capacity: CAPACITY,
    failOn: FAIL_ON_SCHEMA,
    reporters: {
      type: 'array',
      title: 'a list of reporters, each once',
      description:
        "What is written at the end of a run, as --reporter takes it: a name, or name=path. Paths are relative to this file's folder.",
      items: REPORTER,
      minItems: 1,
      uniqueItems: true,
    },
  },
  additionalProperties: false,
} as const;

/** What build.mjs makes the validator `validateConfig` from. */
export const CONFIG_SCHEMAS = { Config: CONFIG_SCHEMA } as const;
