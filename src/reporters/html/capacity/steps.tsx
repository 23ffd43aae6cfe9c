import type { StepKind } from '../../../capacity/result-schema.ts';
import type { CapacityNumbers } from '../../../result/result.ts';
import type { Status } from '../../../result/summary/status.ts';
import { levelName, rate } from '../../capacity/words.ts';
import { INK } from '../figure/ink.ts';
import { rounded } from '../figure/layout.ts';
import { Icon } from '../page/icon.tsx';
import { BOTTOM, type Scene } from './scene.ts';

/** Minimum distance between the names of two steps. */
const APART = 52;

interface StepsProps {
  readonly scene: Scene;
  readonly steps: CapacityNumbers['steps'];
}

/** The steps below the axis, with the sign of their verdict. */
export function Steps({ scene, steps }: StepsProps) {
  return named(steps, scene).map(({ step, x, isNamed }) => (
    <g key={step.level}>
      <line x1={x} x2={x} y1={BOTTOM} y2={BOTTOM + 4} {...INK.axis} />
      <g transform={`translate(${x - 7} ${BOTTOM + 6})`}>
        <Icon status={STEP_STATUS[step.verdict]} size={14} />
      </g>
      {isNamed && (
        <text x={x} y={BOTTOM + 35} text-anchor="middle" {...INK.label}>
          <tspan>{levelName(step.level)}</tspan>
          <tspan x={x} dy={14}>
            {rate(step.rps)}
          </tspan>
        </text>
      )}
    </g>
  ));
}

/** Names only steps that are far enough apart. */
function named(steps: CapacityNumbers['steps'], scene: Scene) {
  let last = Number.NEGATIVE_INFINITY;
  return steps.map((step) => {
    const x = rounded(scene.x(step.rps));
    const isNamed = x - last >= APART;
    if (isNamed) last = x;
    return { step, x, isNamed };
  });
}

/** The status of a step's verdict, for its shape and color. */
export const STEP_STATUS = {
  within: 'passed',
  beyond: 'failed',
  open: 'inconclusive',
  invalid: 'skipped',
} as const satisfies Record<StepKind, Status>;

/** The projected peaks and the knee as vertical lines. */
export function Loads({ scene: { loads } }: Pick<StepsProps, 'scene'>) {
  return (
    <>
      {loads.map(({ words, at, top }) => (
        <line key={words} x1={at} x2={at} y1={top} y2={BOTTOM} {...INK.edge} />
      ))}
      {loads.map(({ words, label: { x, y, side } }) => (
        <text key={words} x={x} y={y} text-anchor={side} {...INK.halo}>
          {words}
        </text>
      ))}
    </>
  );
}

const MEANING = {
  within: 'step within all objectives',
  beyond: 'step beyond an objective',
  open: 'step that proves neither',
  invalid: 'step that says nothing',
} as const satisfies Record<StepKind, string>;

/** The signs below the axis. */
export function StepLegend({ steps }: Pick<CapacityNumbers, 'steps'>) {
  const kinds = new Set(steps.map(({ verdict }) => verdict));
  return (
    <ul class="legend">
      {[...kinds].map((kind) => (
        <li key={kind}>
          <Icon status={STEP_STATUS[kind]} size={14} />
          {MEANING[kind]}
        </li>
      ))}
    </ul>
  );
}
