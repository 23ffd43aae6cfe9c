import type { Paint } from '../../report/paint.ts';
import type { ResultDiff, Side } from '../../result/diff.ts';
import { plural } from '../../text/count.ts';
import { inert, wrap } from '../../text/inert.ts';

export interface DiffOptions {
  readonly paint: Paint;
  readonly width: number;
}

const ROWS = {
  target: ({ target }) => target,
  address: ({ baseUrl }) => baseUrl,
  run: ({ run }) => run,
  command: ({ command, readOnly }) => `${command}${readOnly ? ', read-only' : ''}`,
  plans: ({ plans }) => plans.toSorted().join(', '),
  depth: ({ depth }) => depth,
  window: ({ windowSeconds }) => `${windowSeconds} s`,
  change: ({ change }) => change,
  peak: ({ peak }) => peak,
  'step length': ({ stepLength }) => stepLength,
  tool: ({ tool }) => tool,
  spec: ({ spec }) => spec,
  outcome: ({ outcome }) => outcome,
  passed: ({ musts }) => `${musts.pass} of ${Object.values(musts).reduce((sum, count) => sum + count, 0)} must results`,
  failed: ({ failed }) => plural(failed, 'must result'),
  waived: ({ waived }) => `${waived} (any level)`,
  inconclusive: ({ musts }) => plural(musts.inconclusive, 'must result'),
} as const satisfies Record<string, (side: Side) => string | undefined>;

/** Both sides in columns; equal values are printed once. */
export function sides({ a, b, differs }: ResultDiff, { paint, width }: DiffOptions): string {
  const column = Math.floor((width - 13) / 2);
  const cell = (text: string) => {
    const shown = inert(text);
    return (shown.length < column ? shown : `${shown.slice(0, column - 2)}…`).padEnd(column);
  };
  const line = (name: string, left: string, right: string) => `${name.padEnd(12)} ${left}${right}`.trimEnd();
  const rows = Object.entries(ROWS).flatMap(([name, text]) => {
    const [left, right] = [text(a), text(b)];
    return left === undefined && right === undefined ? [] : [line(name, cell(left ?? ''), cell(right ?? ''))];
  });
  const commands = `A is a \`${inert(a.command)}\` run and B a \`${inert(b.command)}\` run`;
  const notes = [
    ...partial('A', a),
    ...partial('B', b),
    ...differs.flatMap((name) => (name === 'command' ? commands : (NOTES[name] ?? []))),
    ...(differs.includes('depth') ? [explored(a, b)] : []),
    ...(differs.includes('command') || differs.includes('plans') ? [ONLY_ONE] : []),
  ];
  return [
    paint.bold(line('', cell('A'), cell('B'))),
    ...rows,
    ...notes.map((note) => paint.yellow(wrap(`note: ${note}`, width, '', '      '))),
  ].join('\n');
}

function explored(a: Side, b: Side): string {
  const [inA, inB] = [a, b].map(({ depth }) => depth !== 'standard');
  if (inA && inB)
    return 'the explorations have different seeds: a new violation may be old, and a fixed one still there';
  return inB
    ? 'only B has --depth thorough: a new violation may be old'
    : 'only A has --depth thorough: a fixed violation may still be there';
}

function partial(name: string, { selected, notSelected }: Side): string[] {
  if (notSelected === 0) return [];
  return [
    `${name} is a partial run (--only or --skip) of ${plural(selected, 'requirement')}; ${plural(notSelected, 'other is', 'others are')} not compared`,
  ];
}

const ONLY_ONE = 'a requirement that only one run tested is compared only if it fails in B';

const NOTES: Readonly<Partial<Record<ResultDiff['differs'][number], string>>> = {
  target: 'the runs have different targets',
  tool: 'the runs have different versions of storecheck: some changes may come from its checks or messages',
  spec: 'the runs have different versions of the specification: some changes may come from the requirements',
  plans: 'the runs have different plans',
  windowSeconds: 'the runs have different windows: some changes of limits may come from --window',
  readOnly: 'one run was read-only: requirements that create an animal were judged only in the other',
};
