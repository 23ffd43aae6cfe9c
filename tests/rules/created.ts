import { answer, type Draft, trace } from '../trace.ts';

/** A 201 that echoes what the probe would send after those before it, with an id and a change; undefined takes a field away. */
export function made(probe: string, change: object = {}, before: readonly Draft[] = []): Draft {
  const sent = trace({ exchanges: [...before, answer(probe)] }).exchanges.at(-1)?.sent.body ?? '{}';
  const known = sent.replace(/,"storecheckExtra":.*/s, '}');
  const id = 100 + [...probe].reduce((sum, char) => sum + char.charCodeAt(0), 0);
  const fields = new Map(
    [...known.matchAll(/"(\w+)":("(?:[^"\\]|\\.)*"|[^,}]+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
  for (const [name, value] of Object.entries({ id, ...change }))
    if (value === undefined) fields.delete(name);
    else fields.set(name, JSON.stringify(value));
  return answer(probe, 201, `{${[...fields].map(([name, value]) => `"${name}":${value}`).join(',')}}`);
}

const base = made('create.available');
const PROBES = ['create.pending', 'create.sold', 'create.no-status', 'create.text-plain', 'create.empty-name'];
/** Every create that must be accepted, as sent, with changes by probe. */
export const full = (change: Partial<Record<string, Draft>> = {}): Draft[] => [
  base,
  ...PROBES.map((probe) => change[probe] ?? made(probe, {}, [base])),
];
