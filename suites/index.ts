import { exploredRule } from '../src/explore/rule.ts';
import { list, type Probe, probe } from '../src/probes/index.ts';
import { listsAnimals } from '../src/rules/list/answers.ts';
import { answeredWith } from '../src/rules/status.ts';
import { REQUIREMENTS } from '../src/spec/requirements/index.ts';
import { auth } from './auth.ts';
import type { Check, Suite } from './check.ts';
import { createSuite } from './create.ts';
import { foundPlain, getSuite, readLater } from './get.ts';
import { listSuite } from './list.ts';
import { LAST_PROBES } from './list-probes.ts';
import { responseSuite } from './responses.ts';

/** One cheap list, which shows a wrong set-up before other requests. */
const contact: Suite = {
  probes: [probe('list.minimum', 'one animal, with the key', () => list('limit=1'))],
  checks: [
    { requirement: 'list.ok', from: ['list.minimum', 'list.maximum', 'list.default'], rule: listsAnimals },
    {
      requirement: 'list.limit-minimum',
      from: ['list.minimum'],
      rule: answeredWith(200, 'list-refused'),
    },
  ],
};

const last: Suite = { probes: [...LAST_PROBES, foundPlain, readLater], checks: [] };

/**
 * The order of sending. Creates without a valid key and refused payloads come before successful creates, so that a list
 * that shows the latter would also show the former. The lists come after all creates.
 */
const SUITES: readonly Suite[] = [contact, auth, createSuite, listSuite, getSuite, last, responseSuite];

export const PROBES: readonly Probe[] = SUITES.flatMap(({ probes }) => probes);

const order = new Map(REQUIREMENTS.map(({ id }, index) => [id, index]));

/** In the order of the catalogue and of every report. Each rule also judges the requests of an exploration. */
export const CHECKS: readonly Check[] = SUITES.flatMap(({ checks }) => checks)
  .map((check) => ({ ...check, rule: exploredRule(check.requirement, check.rule) }))
  .sort((a, b) => (order.get(a.requirement) ?? 0) - (order.get(b.requirement) ?? 0));
