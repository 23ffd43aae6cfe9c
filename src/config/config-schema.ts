import { mapping, type Schema } from './kinds.ts';
import { NAME, WAIVERS } from './sections.ts';
import { SETTING_ENTRIES } from './table.ts';

/** The descriptions of mappings that group several settings, by their names. */
const GROUP_DESCRIPTIONS: Readonly<Record<string, string>> = {
  capacity: 'The input of storecheck capacity: customers, mix, objectives and keys.',
  allow: 'What a run may do. `false` forbids it in every class. Production also needs a confirmation of the host.',
  budgets:
    'Maximum cost of a run. A check stops there; limits and a load that may exceed it are refused before anything is sent.',
};

/** The schemas of the members of a target (`yaml`) or of the file (`shared`), by their names. */
function membersOf(place: 'yaml' | 'shared'): Record<string, Schema> {
  const members: Record<string, Schema> = {};
  for (const [, { kind, [place]: path, required, help = '', description }] of SETTING_ENTRIES) {
    if (path === undefined) continue;
    const [first = '', inner] = path.split('.');
    const name = required ? `${first}!` : first;
    const schema = { ...kind.schema, description: description ?? `${help[0]?.toUpperCase()}${help.slice(1)}.` };
    const before = members[name]?.['properties'] as Readonly<Record<string, Schema>> | undefined;
    const grouped = inner === undefined ? {} : { ...before, [inner]: schema };
    const title = `a mapping of ${new Intl.ListFormat('en-GB').format(Object.keys(grouped))}`;
    members[name] = inner === undefined ? schema : mapping(title, grouped, { description: GROUP_DESCRIPTIONS[name] });
  }
  return members;
}

/** The schema of `storecheck.yaml` (JSON Schema 2020-12), for the validator, for editors and for docs/configuration.md. */
export const CONFIG_SCHEMA = mapping(
  'a mapping with targets, plans, waivers and so on',
  {
    $schema: {
      type: 'string',
      title: 'the URL or path of this schema',
      description: 'For editors; ignored by storecheck.',
    },
    targets: {
      type: 'object',
      title: 'a mapping from target names to targets',
      description: 'The deployments, by the name for --target.',
      propertyNames: NAME,
      additionalProperties: mapping('a target: a mapping with baseUrl, keys and so on', membersOf('yaml')),
    },
    waivers: WAIVERS,
    ...membersOf('shared'),
  },
  {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://storecheck.invalid/schemas/storecheck.schema.json',
    description: 'Configuration of storecheck: storecheck.yaml, storecheck.yml or storecheck.json.',
  },
);
