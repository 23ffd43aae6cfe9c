import { Command } from 'commander';
import { requestsOf } from '../../capacity/projection.ts';
import { levelName, perSecond } from '../../capacity/words.ts';
import { hasLetters } from '../../exchange/api-key.ts';
import { isKind } from '../../exchange/records/journal-record.ts';
import type { Head } from '../../exchange/records/run-record.ts';
import type { Io } from '../../io/io.ts';
import { type CapacityStart, isCapacityStart } from '../../judge/capacity-reader.ts';
import { capacityResult } from '../../result/capacity-result.ts';
import { prepare } from '../../run/prepare.ts';
import { poolUses, runCapacity } from '../../run/run-capacity.ts';
import { isPlanName } from '../../spec/plans.ts';
import { CAPACITY_EXITS, EXIT } from '../../text/exit-codes.ts';
import { capacityEstimate, secondsOf } from '../capacity/capacity-estimate.ts';
import { distribute } from '../capacity/distribute.ts';
import { type CapacitySettings, readCapacitySettings } from '../capacity/read-capacity.ts';
import { announce, type Job, openFolder, recordJob } from '../lifecycle.ts';
import { withOptions } from '../options/options.ts';
import { dayAtRate } from '../options/read-run.ts';

/** `storecheck capacity`: does a plan change fit, before it is made? */
export function capacityCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = withOptions(new Command('capacity'));
  return command
    .addHelpText('after', EXAMPLES)
    .action(async (flags) => done(await capacityJobOf(readCapacitySettings(command, flags, io), io)));
}

const EXAMPLES = `
Examples:
  storecheck capacity --target staging --change pro=400 --dry-run
  storecheck capacity --target staging --change pro=400 --steps 100,150 --key pro=file:pro-keys.txt
  storecheck capacity --target staging --change pro=400 --distribute k6-operator --parallelism 20

Exit codes (storecheck --help has the others):
  ${CAPACITY_EXITS}`;

/** Offers the load of a projected peak, or writes the manifests for a cluster. Returns the exit code. */
async function capacityJobOf(asked: CapacitySettings, io: Io): Promise<number> {
  const { settings, plan, keys, cluster } = asked;
  const head = capacityHead(asked, io);
  const seconds = secondsOf(plan.steps);
  const job: Job = {
    settings,
    head,
    seconds,
    // Without --max-duration: three times what it takes, and a minute.
    maxMs: settings.maxDuration ?? (3 * seconds + 60) * 1_000,
    keyUses: poolUses(plan, keys),
    rows: capacityEstimate(asked),
    requests: () => 'Nothing was sent (--dry-run).\n',
    live: {
      see: (record) => {
        if (!settings.quiet && isKind(record, 'start') && isCapacityStart(record))
          io.stderr.write(`  ${stepName(record)} …\n`);
      },
      end: () => undefined,
    },
    needsK6: true,
    record: async ({ k6, ...recording }) => {
      if (k6 === undefined) throw new Error('a capacity run needs k6');
      const reader = await runCapacity(head, plan, { ...settings, ...recording, k6, io, keys });
      const result = capacityResult(reader, settings.failOn);
      return { result, exchanges: [], sent: reader.sent().byKey };
    },
  };
  if (!(await announce(job, io))) return EXIT.passed;
  if (cluster === undefined) return recordJob(job, io);
  io.stdout.write(distribute(asked, cluster, head, openFolder(job, io), io));
  return EXIT.passed;
}

const stepName = ({ config: { step } }: CapacityStart) =>
  `${levelName(step.level)}: ${perSecond(step.perMinute / 60)}, ${step.count} requests in all`;

/** The head of the journal. Settings of this command only are in the record after it. */
function capacityHead({ settings, plan, keys: [key] }: CapacitySettings, io: Io): Head {
  const [share] = plan.shares;
  const perMinute = share?.perWindow ?? 1;
  const request = {
    command: 'capacity',
    readOnly: plan.mix.create === 0,
    target: { name: settings.name, baseUrl: settings.baseUrl, class: settings.targetClass },
    plan: share !== undefined && isPlanName(share.plan) ? share.plan : 'free',
    keyHasLetters: key !== undefined && hasLetters(key),
    perMinute,
    perDay: share?.perDay ?? dayAtRate(perMinute, settings.windowSeconds),
    windowSeconds: settings.windowSeconds,
    // A capacity run creates no animal for a check. `capacity` says what replaces the creates.
    settleMs: 0,
    categories: null,
    only: [],
    skip: [],
    today: new Date(io.clock.now()).toISOString().slice(0, 10),
  } as const;
  return { ...prepare(request, [], io).head, planned: requestsOf(plan) };
}
