import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import type { Exchange } from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import { rerunOf } from '../../result/rerun.ts';
import type { RequirementResult, Result } from '../../result/result.ts';
import { UsageError } from '../console/problems.ts';
import { FILES, folderAt } from '../files/folder.ts';
import { readResult, traceOf } from '../files/read-recorded.ts';
import { runJobOf } from '../jobs/run.ts';
import type { EarlierRun } from '../options/call.ts';
import { type Flags, withOptions } from '../options/options.ts';
import { type RunKind, readRunSettings } from '../options/read-run.ts';

/** `storecheck rerun --failed RESULTS`: repeats what failed there. */
export function rerunCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = new Command('rerun')
    .usage('--failed <run> [options]')
    .optionsGroup('Earlier run:')
    .requiredOption('--failed <run>', "the earlier run's folder, or its results.json");
  return withOptions(command, 'run')
    .addHelpText('after', EXAMPLES)
    .action(async (flags) => done(await rerun(command, flags, io)));
}

const EXAMPLES = `
If the earlier run was read-only, so is the rerun, unless you pass --allow-writes.
On production, a rerun of limits needs --allow-load and the host name again.
A rerun sends the requests that a violation may depend on, too, such as creates.
A warning that shows again fails the rerun.

Examples:
  storecheck rerun --failed reports/20261121T101500Z-3f9a2c
  storecheck rerun --failed reports/20261121T101500Z-3f9a2c --only list.schema
  storecheck rerun --failed reports/20261121T101500Z-3f9a2c --target staging --allow-writes`;

/** Repeats what failed in an earlier run, with its plan, window and contract. */
async function rerun(command: Command, flags: Flags & { readonly failed: string }, io: Io): Promise<number> {
  const earlier = readResult(flags.failed, io);
  const rerun = rerunOf(earlier, flags);
  const ids = [...new Set(rerun.failed.map(({ id }) => id))];
  const why = whyNot(earlier, ids, flags);
  if (why !== undefined) throw new UsageError([`--failed: ${why}`]);
  const { target, settings, limits, run } = earlier;
  const kind = run.command === 'limits' ? 'limits' : kindFor(ids);
  const rows = earlier.requirements.filter(({ id }) => ids.includes(id));
  const exploration = rows.some(isExplored) ? settings.exploration : undefined;
  const isElsewhere = flags.target !== undefined || flags.baseUrl !== undefined;
  const isSameTarget = flags.baseUrl === undefined && [undefined, target.name].includes(flags.target);
  const again: Flags = {
    ...(isElsewhere ? {} : { baseUrl: target.baseUrl }),
    ...(kind === 'limits' ? {} : { plan: settings.plan, ...depthOf(exploration) }),
    ...(ids.includes('limit.sustained') ? { sustain: true } : {}),
    ...((flags.only ?? []).length === 0 ? {} : { failOn: 'should' }),
    ...flags,
    only: ids,
  };
  const taken: EarlierRun = {
    rerun,
    target,
    readOnly: settings.readOnly,
    windowSeconds: isSameTarget ? settings.windowSeconds : undefined,
    enterprisePerMinute: limits['enterprise']?.perWindow,
    explored: exploration?.requests,
    cited: citedIn(rows, flags.failed, io),
  };
  return runJobOf(readRunSettings(command, kind, again, io, taken), io);
}

function whyNot({ run }: Result, ids: readonly string[], flags: Flags & { readonly failed: string }) {
  const { failed, plan, only = [], skip = [] } = flags;
  if (run.command === 'capacity')
    return `${failed} is a capacity run, which cannot be repeated in part: use storecheck capacity`;
  if (skip.length > 0) return '--failed already selects the requirements: remove --skip, or narrow them with --only';
  if (ids.length > 0) return undefined;
  const what = only.length === 0 ? 'nothing' : `no requirement of --only ${only.join(',')}`;
  return `${what} failed in ${failed}${plan === undefined ? '' : ` on the plan ${plan}`}`;
}

/**
 * The exchanges on which findings rest that no single request shows, if the journal is still there. A finding about one read of a created
 * animal needs none: the requirement's own probes create another.
 */
function citedIn(rows: readonly RequirementResult[], path: string, io: Pick<Io, 'cwd'>): Exchange[] {
  const folder = folderAt(path, io);
  const findings = rows.filter(({ id }) => !isOfLimits(id)).flatMap((row) => row.findings);
  const open = findings.filter(({ curl }) => curl === undefined);
  if (open.length === 0 || !existsSync(resolve(io.cwd, folder, FILES.journal))) return [];
  const trace = traceOf([folder], io);
  const cited = open.flatMap(({ exchanges }) => {
    const named = trace.exchanges.filter(({ seq }) => exchanges.includes(seq));
    const reads = named.filter(({ sent }) => sent.method === 'GET');
    return reads.length > 1 || reads.length === named.length ? named : [];
  });
  return [...new Set(cited)].slice(-CITED);
}

/** Exchanges that a rerun repeats at most. */
const CITED = 20;

/** Whether an exploration may have found it. A finding names its probe unless it rests on several. */
const isExplored = ({ findings }: RequirementResult) =>
  findings.some(({ params }) => [undefined, 'exploration'].includes(params?.['probe'] as string | undefined));

function depthOf(exploration: Result['settings']['exploration']): Pick<Flags, 'depth' | 'seed'> {
  return exploration === undefined ? {} : { depth: 'thorough', seed: String(exploration.seed) };
}

const isOfLimits = (id: string) => id.startsWith('limit.');

/** Skips a part without failures. */
function kindFor(ids: readonly string[]): RunKind {
  const ofLimits = ids.filter(isOfLimits).length;
  if (ofLimits === ids.length) return 'limits';
  return ofLimits === 0 ? 'check' : 'run';
}
