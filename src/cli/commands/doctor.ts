import { Command } from 'commander';
import type { Env } from '../../io/env.ts';
import type { Io } from '../../io/io.ts';
import { K6NotFoundError } from '../../k6/find/errors.ts';
import type { Paint } from '../../report/paint.ts';
import { networkLines } from '../../run/doctor.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { type DoctorLine, doctorLine } from '../../text/doctor.ts';
import { EXIT } from '../../text/exit-codes.ts';
import { inert, wrap } from '../../text/inert.ts';
import { paintFor, widthFor } from '../console/console.ts';
import { keyLines, type TriedKey } from '../doctor/keys.ts';
import { findExistingK6, findPinnedK6 } from '../find-k6.ts';
import { onInterrupt } from '../live/interrupt.ts';
import { type FromFile, readCall } from '../options/call.ts';
import { type Flags, problemsOf, withOptions } from '../options/options.ts';
import { readCheckRequest, readRunKeys } from '../options/read-check.ts';
import { readTargetSettings, type TargetSettings } from '../options/settings.ts';
import { fullQuota, readQuotas } from '../options/values.ts';

/** `storecheck doctor`: preflight check with at most two requests. */
export function doctorCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = withOptions(new Command('doctor'));
  return command
    .optionsGroup('k6:')
    .option('--fix', 'build k6 into the cache if there is none (needs Go 1.25 or later), and check nothing else')
    .action(async (flags: Flags & { readonly fix?: boolean }) =>
      done(flags.fix === true ? await buildK6(command, flags, io) : await doctor(command, flags, io)),
    );
}

/** `storecheck doctor --fix`: finds k6, or builds it. Sends nothing, so that the image of a pipeline can do it. */
async function buildK6(command: Command, { k6 }: Flags, io: Io): Promise<number> {
  problemsOf(command).check();
  const print = (text: string) => io.stderr.write(text);
  const interrupt = onInterrupt(io, print, { stopping: 'stopping-without-result' });
  try {
    const { version, path, source, notes } = await findPinnedK6({ path: k6, print, signal: interrupt.signal }, io);
    for (const { reason } of notes) print(`note: ${reason}\n`);
    io.stdout.write(`k6 ${version} at ${path} (${source})\n`);
    return EXIT.passed;
  } finally {
    interrupt.release();
  }
}

/** Checks this machine, the connection to the service, and the keys. Returns the exit code. */
async function doctor(command: Command, flags: Flags, io: Io): Promise<number> {
  // The doctor only reads, so writes and load need no confirmation.
  const call = readCall(command, { ...flags, allowWrites: false }, io);
  const { from, problems } = call;
  const target = readTargetSettings(call);
  const runKeys = readRunKeys(call);
  const quotaOf = readQuotas(call);
  const request = readCheckRequest(call, target, runKeys, quotaOf);
  // The key of a check first, then the other plans by size; with `--plan`, only that one.
  const others = flags.plan === undefined ? PLAN_NAMES.filter((plan) => plan !== request.plan) : [];
  const keys = [request.plan, ...others.toReversed()].flatMap((plan): TriedKey[] => {
    const key = runKeys.keys[plan];
    return key === undefined ? [] : [{ plan, key, quota: fullQuota(plan, quotaOf, problems) }];
  });
  problems.check();
  const network = await networkLines(new URL(target.baseUrl), target.route, io.clock);
  const isReached = network.every(({ state }) => state !== 'bad');
  const lines = [
    ...(await environmentLines(flags.k6, target.route.proxy, io)),
    targetLine(target, from),
    ...network,
    ...(isReached ? await keyLines(target, request, keys, io) : []),
  ];
  const paint = paintFor(io.env, io.stdout.isTTY);
  io.stdout.write(`${lines.map((line) => shown(line, paint, widthFor(io.stdout.columns))).join('\n')}\n`);
  return lines.some(({ state }) => state === 'bad') ? EXIT.incomplete : EXIT.passed;
}

function shown({ name, state, text, fix }: DoctorLine, paint: Paint, width: number): string {
  const mark = { ok: paint.green('✓'), open: '–', warn: paint.yellow('!'), bad: paint.red('✗') }[state];
  const body = wrap(inert(text), width - 2, `${name.padEnd(9)} `, ' '.repeat(12));
  return `${mark} ${body}${fix === undefined ? '' : `\n${wrap(inert(fix), width, ' '.repeat(12))}`}`;
}

function targetLine({ baseUrl: url, targetClass, host, forbidden }: TargetSettings, from: FromFile): DoctorLine {
  const { writes, load } = from.target?.allow ?? {};
  const [what, places] = [Object.keys(forbidden), Object.values(forbidden)];
  if (what.length > 0) return doctorLine('target-forbidden', { url, class: targetClass, what, places });
  switch (targetClass) {
    case 'local':
      return doctorLine('target-local', { url });
    case 'staging':
      return doctorLine(writes === true ? 'target-staging-writes' : 'target-staging', { url });
    case 'production': {
      const missing = [writes === true ? '' : '--allow-writes', load === true ? '' : '--allow-load'];
      const flags = [...missing.filter((flag) => flag !== ''), `--confirm-host ${host}`];
      const isKnown = from.target?.class !== undefined;
      return doctorLine(isKnown ? 'target-production' : 'target-production-by-default', { url, flags });
    }
  }
}

async function environmentLines(k6: string | undefined, proxy: string | undefined, io: Io): Promise<DoctorLine[]> {
  return [nodeLine(io.machine.nodeVersion), await k6Line(k6, io), proxyLine(io.env, proxy)];
}

function nodeLine(version: string): DoctorLine {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return doctorLine(major > 20 || (major === 20 && minor >= 18) ? 'node' : 'node-too-old', { version });
}

async function k6Line(path: string | undefined, io: Io): Promise<DoctorLine> {
  try {
    const { version, path: at, source } = await findExistingK6(path, io);
    return doctorLine('k6-found', { version, path: at, source });
  } catch (error) {
    if (!(error instanceof K6NotFoundError)) throw error;
    return doctorLine('k6-not-found', { problems: error.notes.map(({ reason }) => reason).join('; ') });
  }
}

/** Warns if a proxy variable is set, because storecheck ignores it. */
function proxyLine(env: Env, used: string | undefined): DoctorLine {
  if (used !== undefined) return doctorLine('proxy-used', { proxy: used });
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].filter((name) => (env[name] ?? '') !== '');
  return names.length === 0 ? doctorLine('no-proxy', {}) : doctorLine('proxy-ignored', { names });
}
