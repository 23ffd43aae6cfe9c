import { objectiveTexts } from '../../capacity/objectives.ts';
import { levelName, mostRequests } from '../../capacity/steps.ts';
import { hasLetters } from '../../exchange/api-key.ts';
import type { CapacityPlan, ProjectedPlan } from '../../exchange/records/capacity-record.ts';
import type { Head } from '../../exchange/records/run-record.ts';
import type { Io } from '../../io/io.ts';
import { capacityResult } from '../../result/capacity-result.ts';
import { prepare } from '../../run/prepare.ts';
import { poolUses, runCapacity } from '../../run/run-capacity.ts';
import { isPlanName } from '../../spec/plans.ts';
import { CAPACITY_EXITS, EXIT } from '../../text/exit-codes.ts';
import { durationText, percent, perSecond, plural, rateText } from '../../text/number-text.ts';
import { isCapacityStart } from '../../verdicts/judge-capacity.ts';
import { distribute } from '../capacity/distribute.ts';
import { type EstimateRow, stopRows, targetRows } from '../estimate.ts';
import { announce, type Job, openFolder, recordJob } from '../job.ts';
import { type Definition, todayOf, withOptions } from '../options/call.ts';
import { type CapacitySettings, readCapacitySettings } from '../options/read-capacity.ts';
import { dayAtRate } from '../options/read-settings.ts';

/** `storecheck capacity`: finds out whether a plan change fits before anybody makes it. */
export const capacityCommand: Definition = (command, io, setExitCode) =>
  withOptions(command)
    .addHelpText('after', EXAMPLES)
    .action(async (flags) => setExitCode(await offerOrDistribute(readCapacitySettings(command, flags, io), io)));

const EXAMPLES = `
Examples:
  storecheck capacity --target staging --change pro=400 --dry-run
  storecheck capacity --target staging --change pro=400 --steps 100,150 --key pro=file:pro-keys.txt
  storecheck capacity --target staging --change pro=400 --distribute k6-operator --parallelism 20

Exit codes (storecheck --help has the others):
  ${CAPACITY_EXITS}`;

/** Offers the load of a projected peak, or writes the manifests for a cluster. Returns the exit code. */
async function offerOrDistribute(capacity: CapacitySettings, io: Io): Promise<number> {
  const { settings, plan, keys } = capacity;
  const head = capacityHead(capacity, io);
  const seconds = secondsOf(plan.steps);
  const job: Job = {
    settings,
    head,
    seconds,
    // Without --max-duration: three times the duration of the steps, and a minute.
    maxMs: settings.maxDuration ?? (3 * seconds + 60) * 1_000,
    keyUses: poolUses(plan, keys),
    estimateRows: estimateRows(capacity),
    requestsText: () => 'Nothing was sent (--dry-run).\n',
    progress: {
      onRecord: (record) => {
        if (!isCapacityStart(record)) return;
        const { level, perMinute, count } = record.config.step;
        io.stderr.write(`  ${levelName(level)}: ${perSecond(perMinute / 60)}, ${plural(count, 'request')} in all …\n`);
      },
      end: () => undefined,
    },
    needsK6: true,
    perform: async (recording) => {
      const reader = await runCapacity(head, plan, { ...settings, ...recording, io, keys });
      const result = capacityResult(reader, settings.failOn);
      return { result, exchanges: [], sent: reader.sent().byKey };
    },
  };
  if (!(await announce(job, io))) return EXIT.passed;
  if (settings.distribute === undefined) return recordJob(job, io);
  io.stdout.write(distribute(capacity, head, openFolder(job, io), io));
  return EXIT.passed;
}

/** The head of the journal. The record after it has the settings that only this command has. */
function capacityHead({ settings, plan, keys: [key] }: CapacitySettings, io: Io): Head {
  const [share] = plan.shares;
  const perMinute = share?.perWindow ?? 1;
  const requested = {
    command: 'capacity',
    // --key names a file of many keys, which no other command takes.
    options: settings.options.filter(([option]) => option !== '--key'),
    readOnly: plan.mix.create === 0,
    target: { name: settings.name, baseUrl: settings.baseUrl, class: settings.class },
    plan: share !== undefined && isPlanName(share.plan) ? share.plan : 'free',
    keyHasLetters: key !== undefined && hasLetters(key),
    perMinute,
    perDay: share?.perDay ?? dayAtRate(perMinute, settings.windowSeconds),
    windowSeconds: settings.windowSeconds,
    categories: settings.categories,
    // A capacity run waits for no settle time, and uses no patterns.
    settleMs: 0,
    only: [],
    skip: [],
    today: todayOf(io),
  } as const;
  return { ...prepare(requested, [], io).head, planned: mostRequests(plan) };
}

const K6_START_SECONDS = 1;

function estimateRows(capacity: CapacitySettings): EstimateRow[] {
  const { settings, plan } = capacity;
  return [
    ...targetRows(settings.baseUrl, settings.class),
    ['peak', rates(plan.projection)],
    ...plan.projection.plans.map((projected): EstimateRow => ['', planText(projected)]),
    ['objective', Object.values(objectiveTexts(plan.objectives)).filter(Boolean).join(', ')],
    ['steps', stepsText(plan)],
    ['sends', mixText(plan)],
    ['keys', keysText(capacity)],
    ...(plan.instances === undefined
      ? []
      : [['shared', `by ${plan.instances} pods (k6-operator); nothing is sent from here`] as const]),
    ...stopRows(settings.maxDuration),
  ];
}

/** The duration of all steps in seconds, with the starts of k6. The run may end before the last step. */
const secondsOf = (steps: CapacityPlan['steps']): number =>
  Math.ceil(steps.reduce((sum, step) => sum + step.seconds + step.warmUpSeconds + K6_START_SECONDS, 0));

const rates = ({ before, after }: Pick<ProjectedPlan, 'before' | 'after'>) =>
  before.rps === after.rps ? rateText(after.rps) : `${rateText(before.rps)} → ${rateText(after.rps)}`;

function planText({ plan, subscribers, activeAtPeak, use, perMinute, changed, ...peak }: ProjectedPlan): string {
  const limit = perMinute === changed ? `${changed}` : `${perMinute ?? 'new'} → ${changed}`;
  return `${plan}: ${plural(subscribers, 'customer')}, ${percent(activeAtPeak)} active, use ${percent(use)} of ${limit} requests/min: ${rates(peak)}`;
}

function stepsText(plan: CapacityPlan): string {
  const { steps } = plan;
  const [first] = steps;
  if (first === undefined) return 'none';
  const lengths = steps.map(({ seconds }) => seconds);
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
  return [
    steps.map(({ level, rps }) => `${levelName(level)} ${rateText(rps)}`).join(', '),
    `${shortest === longest ? '' : `${shortest} to `}${longest} s each, after ${Math.round(first.warmUpSeconds * 10) / 10} s of warm-up`,
    `up to ${plural(mostRequests(plan), 'request')}, ${durationText(secondsOf(steps) * 1_000)}`,
  ].join('; ');
}

function mixText({ mix, writes }: CapacityPlan): string {
  const sent = Object.entries(mix).filter(([, share]) => share > 0);
  const instead = writes.asReads ? `; the ${percent(writes.projected)} creates are sent as reads` : '';
  return `${sent.map(([op, share]) => `${op} ${percent(share)}`).join(', ')}${instead}`;
}

function keysText({ plan: { steps, shares }, keys }: CapacitySettings): string {
  if (shares.length === 0) return keys.length === 0 ? 'none' : String(keys.length);
  const most = Math.max(...steps.map(({ rps }) => rps));
  const used = shares.map((group) => (most * group.share * group.windowSeconds) / group.keys / group.perWindow);
  const names = shares.map(({ keys: number, plan }) => `${number} ${plan}`);
  return `${names.join(', ')}; each at most ${percent(Math.max(...used))} of its limit`;
}
