import { percent } from '../../../capacity/judge-step.ts';
import { offsetWords } from '../../../result/clock-offset.ts';
import type { CapacityNumbers, Result } from '../../../result/result.ts';
import { count } from '../../../text/count.ts';
import { endSentence } from '../../../text/ends.ts';
import { cut } from '../../../text/inert.ts';
import { targetName } from '../../view/names.ts';
import { residueCount } from '../../view/residue.ts';
import { refused } from '../../view/totals.ts';
import type { Report } from '../report.ts';
import { brief, duration, moment } from '../text.ts';

export function Run({ report }: { readonly report: Report }) {
  return (
    <section id="run" aria-labelledby="run-title">
      <h2 id="run-title">The run</h2>
      <dl class="facts">
        {runFacts(report.result).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{brief(value, 600)}</dd>
          </div>
        ))}
      </dl>
      <Waits report={report} />
      <Residue residue={report.result.residue} />
    </section>
  );
}

/** Maximum listed animals; residue.json has all. */
const MOST = 50;

/** The animals that remain in the store, because the service cannot delete them. */
function Residue({ residue }: Pick<Result, 'residue'>) {
  if (residue.length === 0) return null;
  return (
    <details class="more">
      <summary>{`Animals left in the store (${residueCount(residue)})`}</summary>
      <p class="lead">
        The service has no delete operation; residue.json lists the animals for someone who can remove them. An entry
        without an id means that the response was lost: the animal may or may not exist.
      </p>
      <ul class="residue">
        {residue.slice(0, MOST).map(({ id, name, shownIn }, index) => (
          <li key={index}>
            <code>{id === null ? 'unknown id' : brief(id, 60)}</code>{' '}
            {brief(name === null ? 'unknown name' : JSON.stringify(name), 200)}
            {shownIn !== undefined && ` (found in request ${shownIn})`}
          </li>
        ))}
        {residue.length > MOST && <li>{`and ${residue.length - MOST} more`}</li>}
      </ul>
    </details>
  );
}

/** Facts about the run as pairs of name and text. */
function runFacts({
  run,
  tool,
  spec,
  target,
  settings,
  requests,
  limits,
  exitCode,
  capacity,
}: Result): (readonly [string, string])[] {
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, value]) => `${name}: ${count(value)}`)
      .join(' · ');
  return [
    ['Target', `${cut(target.baseUrl, 300)} (${cut(targetName({ run, target }), 100)}, ${target.class})`],
    ['Run', `${run.id}, storecheck ${run.command}`],
    ['Started', moment(run.startedAt)],
    [
      'Finished',
      `${run.finishedAt === null ? 'not' : moment(run.finishedAt)}, ${run.end === 'complete' ? run.end : endSentence(run.end, requests.sent)}; exit code ${exitCode}`,
    ],
    ...(capacity !== undefined && target.clockOffset === null
      ? []
      : [
          [
            "The service's clock",
            clockWords(target.clockOffset, { isOfBoth: run.command !== 'limits' && Object.keys(limits).length > 0 }),
          ] as const,
        ]),
    ...(capacity === undefined ? checkedWith(run, settings) : capacityFacts(capacity)),
    ['Window', `${settings.windowSeconds} s`],
    ['Requests', `${count(requests.sent)} of at most ${count(requests.planned)}; ${refused({ limits, requests })}`],
    ['By status', list(requests.byStatus)],
    ['By plan', list(requests.byPlan)],
    ['Made by', `${tool.name} ${tool.version}${run.k6 === undefined ? '' : `, k6 ${run.k6}`}`],
    ['Specification', `version ${spec.version}, SHA-256 ${spec.sha256}`],
    ['Judged as of', settings.today],
  ];
}

function checkedWith(
  { command }: Result['run'],
  { plan, readOnly }: Result['settings'],
): (readonly [string, string])[] {
  if (command === 'limits') return readOnly ? [['Creates', 'none (read-only)']] : [];
  return [['Key of the check', `${plan}${readOnly ? ', read-only' : ''}`]];
}

/** If the run exhausted limits, too, these know the clock better, each from the many requests of its key. */
function clockWords(offset: Result['target']['clockOffset'], { isOfBoth }: { readonly isOfBoth: boolean }): string {
  if (offset === null) return 'unknown: no response had a Date header';
  return `${offsetWords(offset)}${isOfBoth ? ', measured during the check; the limit experiments measured it again with each key' : ''}`;
}

/** Facts about a capacity run: its keys and its instances. */
function capacityFacts({ shares, steps }: CapacityNumbers): (readonly [string, string])[] {
  const keys = shares.map(({ plan, keys: many, share }) => `${many} of ${plan} for ${percent(share)} of the load`);
  const worst = steps
    .flatMap(({ together }) => together ?? [])
    .sort((a, b) => (b.apartMs ?? Number.POSITIVE_INFINITY) - (a.apartMs ?? Number.POSITIVE_INFINITY))[0];
  return [['Keys', keys.join('; ')], ...(worst === undefined ? [] : [['Instances', togetherWords(worst)] as const])];
}

function togetherWords({
  instances,
  of,
  apartMs,
  clock,
}: NonNullable<CapacityNumbers['steps'][number]['together']>): string {
  const began = apartMs === null ? 'start times unknown' : `started within ${(apartMs / 1_000).toFixed(1)} s`;
  const by = apartMs === null ? '' : ` by ${clock === 'service' ? "the service's clock" : 'their own clocks'}`;
  return `${instances.length} of ${of}; ${began}${by}`;
}

const MOST_WAITS = 40;

function Waits({ report: { waits, result, keyName } }: { readonly report: Report }) {
  if (waits.length === 0) return null;
  const start = Date.parse(result.run.startedAt);
  return (
    <details class="more">
      <summary>{`Waited (${waits.length})`}</summary>
      <ul class="waits">
        {waits.slice(0, MOST_WAITS).map(({ at, until, reason, key }, index) => (
          <li key={index}>
            <span class="number">{`${((at - start) / 1000).toFixed(1)} s after the start, `}</span>
            {`${key === undefined ? 'the check' : `the ${brief(keyName(key), 40)} key`} waited ${duration(Math.max(0, until - at))} ${brief(reason, 300)}`}
          </li>
        ))}
        {waits.length > MOST_WAITS && <li>{`and ${waits.length - MOST_WAITS} more`}</li>}
      </ul>
    </details>
  );
}
