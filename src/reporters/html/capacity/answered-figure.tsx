import { scaleLinear } from 'd3-scale';
import { line, symbol, symbolCircle } from 'd3-shape';
import { answeredRps, offeredRps } from '../../capacity/table.ts';
import { levelName, rate } from '../../capacity/words.ts';
import { count } from '../../text/count.ts';
import { INK } from '../figure/ink.ts';
import { rounded } from '../figure/layout.ts';
import { Frame } from './frame.tsx';
import { BOTTOM, type FigureProps, LEFT, RIGHT, TOP } from './scene.ts';

const MARK = symbol(symbolCircle, 60)() ?? '';
const TICKS = 5;

/** The completed rate against the offered rate: it falls behind above the knee. */
export function AnsweredFigure({ scene, capacity: { steps, knee } }: FigureProps) {
  const [, most = 1] = scene.x.domain();
  const y = scaleLinear([0, most], [BOTTOM, TOP]).clamp(true);
  const place = (step: (typeof steps)[number]): [number, number] => [
    rounded(scene.x(step.rps)),
    rounded(y(answeredRps(step))),
  ];
  const valid = steps.filter(({ verdict }) => verdict !== 'invalid');
  return (
    <Frame
      id="answered"
      title="Responses per second, by offered rate"
      description={steps
        .map(
          (step) =>
            `${levelName(step.level)}: ${rate(offeredRps(step))} offered, ${rate(answeredRps(step))} completed.`,
        )
        .join(' ')}
      scene={scene}
      steps={steps}
      ticks={y.ticks(TICKS).map((rps) => ({ y: y(rps), words: count(rps) }))}
    >
      <line x1={LEFT} x2={RIGHT} y1={BOTTOM} y2={TOP} {...INK.plan} stroke-width={1} />
      <text x={RIGHT - 36} y={TOP + 14} text-anchor="end" {...INK.halo}>
        all of it
      </text>
      {knee !== null && (
        <g>
          <line x1={LEFT} x2={RIGHT} y1={rounded(y(knee))} y2={rounded(y(knee))} {...INK.refused} />
          <text x={LEFT + 4} y={rounded(y(knee) - 6)} {...INK.halo}>
            {`knee ${rate(knee)}`}
          </text>
        </g>
      )}
      <path d={line()(valid.map(place)) ?? ''} {...INK.thread} />
      {steps.map((step) => (
        <path
          key={step.level}
          d={MARK}
          transform={`translate(${place(step).join(' ')})`}
          {...(step.verdict === 'invalid' ? INK.hollow : INK.mark)}
        />
      ))}
    </Frame>
  );
}
