import { Command } from 'commander';
import { CHECKS, PROBES } from '../../../suites/index.ts';
import type { Flags } from '../../config/settings.ts';
import { isOpen } from '../../config/target-class.ts';
import { type ApiKey, apiKey } from '../../exchange/api-key.ts';
import { type Answered, headerValue, isAnswered } from '../../exchange/exchange.ts';
import { parseHttpDate } from '../../exchange/http-date.ts';
import type { Trace } from '../../exchange/trace.ts';
import type { Env, Io } from '../../io/io.ts';
import { dayUsedUp } from '../../judge/checks/day-used-up.ts';
import { setUpMistake, wrongKey } from '../../judge/checks/set-up.ts';
import { K6NotFoundError } from '../../k6/find/errors.ts';
import { LedgerError } from '../../ledger/ledger.ts';
import type { Paint } from '../../report/paint.ts';
import { explanation } from '../../rules/rule.ts';
import { costOf, keyUsesOf } from '../../run/cost.ts';
import { RefusedError } from '../../run/errors.ts';
import { sentByKey } from '../../run/key-uses.ts';
import { lockKeys, objectionsToKeys, type User } from '../../run/lock-keys.ts';
import { type CheckRequest, prepare } from '../../run/prepare.ts';
import { runCheck } from '../../run/record.ts';
import { HEADERS } from '../../spec/headers.ts';
import { EXIT } from '../../text/exit-codes.ts';
import { inert, wrap } from '../../text/inert.ts';
import { keySourceText, mistake, type SetUpMistake } from '../../text/mistakes.ts';
import { paintFor, widthFor } from '../console/console.ts';
import { findK6 } from '../find-k6.ts';
import { onInterrupt } from '../jobs/interrupt.ts';
import { readCall } from '../options/call.ts';
import { problemsOf, withOptions } from '../options/options.ts';
import { readCheckRequest, readRunKeys } from '../options/read-check.ts';
import { readTargetSettings, type TargetSettings } from '../options/settings.ts';

/** One result. bad: a run cannot work; warn: it can, but something may be wrong. */
interface Line {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'bad';
  readonly text: string;
  readonly fix?: string;
}

const ok = (name: string, text: string): Line => ({ name, state: 'ok', text });
const warn = (name: string, text: string, fix: string): Line => ({ name, state: 'warn', text, fix });
const bad = (name: string, text: string, fix: string): Line => ({ name, state: 'bad', text, fix });

/** `storecheck doctor`: preflight check with at most two requests. */
export function doctorCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = withOptions(new Command('doctor'));
  return command
    .optionsGroup('k6:')
    .option('--fix', 'build k6 into the cache if there is none (needs Go 1.25 or later), and check nothing else')
    .action(async (flags: Flags & { readonly fix?: boolean }) =>
      done(flags.fix === true ? await fixK6(command, flags, io) : await doctor(command, flags, io)),
    );
}

/** `storecheck doctor --fix`: finds k6, or builds it. Sends nothing, so that the image of a pipeline can do it. */
async function fixK6(command: Command, { k6 }: Flags, io: Io): Promise<number> {
  problemsOf(command).check();
  const print = (text: string) => io.stderr.write(text);
  const interrupt = onInterrupt(io, print, { stopping: 'stopping-without-result' });
  try {
    const { version, path, source, notes } = await findK6({ path: k6, print, signal: interrupt.signal }, io);
    for (const note of notes) print(`note: ${note}\n`);
    io.stdout.write(`k6 ${version} at ${path} (${source})\n`);
    return EXIT.passed;
  } finally {
    interrupt.stopListening();
  }
}

/** Checks this machine, the connection to the service, and the key of a check. Returns the exit code. */
async function doctor(command: Command, flags: Flags, io: Io): Promise<number> {
  // The doctor only reads, so writes and load need no confirmation.
  const read = readCall(command, flags, io);
  const call = { ...read, flags: { ...read.flags, allowWrites: false } };
  const target = readTargetSettings(call);
  const runKeys = readRunKeys(call);
  const request = readCheckRequest(call, target, runKeys);
  call.problems.check();
  const key = runKeys.keys[request.plan] ?? apiKey(`${request.plan}#1`, '');
  const source = request.keySources?.[request.plan];
  const user: User = { ...target, run: 'doctor' };
  const lines = [
    nodeLine(io.machine.nodeVersion),
    await k6Line(flags.k6, io),
    proxyLine(io.env, target.route.proxy),
    targetLine(target),
    ...(isOpen(new URL(target.baseUrl))
      ? [warn('http', 'plain http sends the key unencrypted', 'Use https if possible.')]
      : []),
    ...(source?.unused === undefined ? [] : [ok('key', `${key.label} from ${keySourceText(source)}`)]),
    ...(await contact(target, request, key, user, io)),
    ...ledgerLine(request, key, user, io),
  ];
  const paint = paintFor(io.env, io.stdout.isTTY);
  io.stdout.write(`${lines.map((line) => shown(line, paint, widthFor(io.stdout.columns))).join('\n')}\n`);
  return lines.some(({ state }) => state === 'bad') ? EXIT.incomplete : EXIT.passed;
}

function shown({ name, state, text, fix }: Line, paint: Paint, width: number): string {
  const mark = { ok: paint.green('✓'), warn: paint.yellow('!'), bad: paint.red('✗') }[state];
  const body = wrap(inert(text), width - 2, `${name.padEnd(9)} `, ' '.repeat(12));
  return `${mark} ${body}${fix === undefined ? '' : `\n${wrap(inert(fix), width, ' '.repeat(12))}`}`;
}

function nodeLine(version: string): Line {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNew = major > 20 || (major === 20 && minor >= 18);
  return isNew ? ok('Node', version) : bad('Node', version, 'storecheck needs Node 20.18.1 or later.');
}

async function k6Line(path: string | undefined, io: Io): Promise<Line> {
  try {
    const { version, path: at, source } = await findK6({ path, print: () => undefined, build: false }, io);
    return ok('k6', `${version} at ${at} (${source})`);
  } catch (error) {
    if (!(error instanceof K6NotFoundError)) throw error;
    return warn(
      'k6',
      `not found (${error.notes.join('; ')}): check works without k6, limits does not`,
      'storecheck doctor --fix builds the pinned version with Go 1.25 or later, or lists other ways to get it.',
    );
  }
}

/** Warns if a proxy variable is set, because storecheck ignores it. */
function proxyLine(env: Env, used: string | undefined): Line {
  if (used !== undefined) return ok('proxy', `uses ${used}`);
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].filter((name) => (env[name] ?? '') !== '');
  if (names.length === 0) return ok('proxy', 'No proxy variables set');
  const ignored = `${names.join(', ')} is set but ignored: requests go directly to the service`;
  return warn('proxy', ignored, 'If only the proxy reaches the service, use --proxy URL.');
}

/** What a run may do to the target, and what it needs for the rest. */
function targetLine(target: TargetSettings): Line {
  const { baseUrl, targetClass, host, forbidden } = target;
  const isProduction = targetClass === 'production';
  const permission = (what: 'writes' | 'load', isAllowed: boolean) => {
    if (forbidden[what] !== undefined) return `no (${forbidden[what]})`;
    const flag = isAllowed ? [] : [`--allow-${what}`];
    const flags = isProduction ? [...flag, `--confirm-host ${host}`] : flag;
    return flags.length === 0 ? 'yes' : `with ${flags.join(' ')}`;
  };
  const writes = permission('writes', targetClass === 'local' || target.allowWrites === true);
  const load = permission('load', !isProduction || target.allowLoad === true);
  return ok('target', `${baseUrl} is ${targetClass}; creates animals: ${writes}; exhausts limits: ${load}`);
}

/** First contact, and one request that distinguishes a set-up mistake from a finding. */
const MOST_REQUESTS = 2;

const FIX_FOLDER = 'Fix the state folder as described.';

/** Sends requests with the key, and counts them in its ledger. */
async function contact(
  { timeoutMs, route }: TargetSettings,
  request: CheckRequest,
  key: ApiKey,
  user: User,
  io: Io,
): Promise<readonly Line[]> {
  const { signal, stopListening } = onInterrupt(io, (text) => io.stderr.write(text), {
    stopping: 'stopping-without-result',
  });
  try {
    const keys = lockKeys([{ key, perDay: request.perDay, requests: MOST_REQUESTS, refusals: 0 }], user, io);
    try {
      const asked = { ...request, readOnly: true, only: ['list.limit-minimum'], maxRequests: MOST_REQUESTS };
      const prepared = { ...prepare(asked, CHECKS, PROBES, io), probes: PROBES.slice(0, 1) };
      const record = () => undefined;
      const trace = await runCheck(prepared, { io, key, timeoutMs, permit: { writes: false }, route, signal, record });
      keys.settle(sentByKey(trace));
      const warnings = keys.warnings.map((problem) => warn('lock', problem, FIX_FOLDER));
      return [...contactLines(trace), ...warnings];
    } finally {
      keys.unlock();
    }
  } catch (error) {
    if (error instanceof LedgerError) return [bad('ledger', error.message, FIX_FOLDER)];
    if (!(error instanceof RefusedError)) throw error;
    return [bad('key', error.message, 'Wait, or use another key.')];
  } finally {
    stopListening();
  }
}

/** Whether the ledger refuses a check with the key. Nothing is counted for a local service. */
function ledgerLine(request: CheckRequest, key: ApiKey, user: User, io: Io): Line[] {
  if (user.targetClass === 'local') return [];
  const uses = keyUsesOf(costOf(prepare(request, CHECKS, PROBES, io)), [key]);
  const objections = objectionsToKeys(uses, user, io);
  if (objections.length === 0) return [ok('ledger', `${key.label} can be used for a check now`)];
  const text = `storecheck would refuse a check: ${objections.join('; ')}`;
  return [bad('ledger', text, 'Wait, use another key, or raise the budgets of this target.')];
}

/** The results of the first contact: service, key, plan and window. */
function contactLines(trace: Trace): Line[] {
  const found = setUpMistake(trace);
  if (found !== undefined) return [fromMistake(found)];
  const exchange = trace.exchanges.find(isAnswered);
  if (exchange === undefined) return [bad('service', 'it was not tried', 'Run storecheck doctor again.')];
  const { settings } = trace.head;
  const { plan, windowSeconds } = settings;
  const { status, at } = exchange.received;
  if (status === 401) return [fromMistake(wrongKey(settings, exchange))];
  const day = dayUsedUp(exchange, settings);
  if (day !== undefined) return [bad('key', `the ${plan} key: ${day.reason}`, 'Wait until then, or use another key.')];
  if (status === 429) {
    const text = `the window of the ${plan} key is exhausted: the service returned 429`;
    return [bad('key', text, 'Try again when its window is over. Does another client use this key?')];
  }
  if (status !== 200)
    return [fromMistake(mistake('first-request-refused', { plan, status, ...explanation(exchange) }))];
  const took = Math.round(at - exchange.sent.at);
  return [
    ok('service', `returned ${status} in ${took} ms and accepts the ${plan} key`),
    planLine(exchange, settings),
    windowLine(exchange, windowSeconds),
  ];
}

const fromMistake = ({ message, fix }: SetUpMistake) => bad('service', message, fix);

function planLine({ received }: Answered, { plan, perMinute, perDay }: Trace['head']['settings']): Line {
  const limit = headerValue(received.headers, HEADERS.limit) ?? 'missing';
  const remaining = headerValue(received.headers, HEADERS.remaining) ?? 'an unknown number';
  if ([perMinute, perDay].map(String).includes(limit))
    return ok('plan', `${plan}: X-RateLimit-Limit is ${limit}, ${remaining} remaining`);
  return warn(
    'plan',
    `X-RateLimit-Limit is ${limit}, but ${plan} has ${perMinute} requests/min and ${perDay} per day`,
    'Check that the key belongs to this plan. storecheck check judges the header (rate.limit-matches-plan).',
  );
}

/** Seconds until Reset, by the server's clock, or by ours if the service sends no Date. */
function windowLine({ received }: Answered, windowSeconds: number): Line {
  const reset = headerValue(received.headers, HEADERS.reset);
  const date = headerValue(received.headers, HEADERS.date);
  const now = date === undefined ? received.at : parseHttpDate(date);
  const left = now === undefined || reset === undefined ? Number.NaN : Number(reset) - now / 1000;
  const seconds = Math.max(0, Math.ceil(left));
  if (!(left >= -1 && left <= windowSeconds + 2))
    return warn(
      'window',
      `X-RateLimit-Reset is ${reset ?? 'missing'} and Date is ${date ?? 'missing'}: not within the expected ${windowSeconds} s`,
      'If this deployment has another window, use --window SECONDS. Otherwise storecheck check judges it (rate.reset-in-window).',
    );
  return ok('window', `resets in ${seconds} s, which fits a window of ${windowSeconds} s`);
}
