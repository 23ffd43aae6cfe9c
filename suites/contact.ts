import type { Check, Suite } from '../src/judge/checks/check.ts';
import { list, type Probe } from '../src/probes/index.ts';
import { listsAnimals } from '../src/rules/list/answers.ts';
import { answeredWith } from '../src/rules/status.ts';

/** First contact: one cheap list, which shows a wrong set-up before other requests. */
const probes: readonly Probe[] = [
  { id: 'list.minimum', title: 'one animal, with the key', writes: false, uses: [], build: () => list('limit=1') },
];

const checks: readonly Check[] = [
  { requirement: 'list.ok', from: ['list.minimum', 'list.maximum', 'list.default'], rule: listsAnimals },
  { requirement: 'list.limit-minimum', from: ['list.minimum'], rule: answeredWith(200, 'list-refused') },
];

export const contact: Suite = { area: 'contact', probes, checks };
