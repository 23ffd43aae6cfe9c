import type { Command } from 'commander';
import { PROBES } from '../../../suites/all-probes.ts';
import type { Flags } from '../../config/table.ts';
import { isUnencrypted } from '../../config/target-class.ts';
import { headerValue, isAnswered } from '../../exchange/exchange.ts';
import type { EndedTrace } from '../../exchange/trace.ts';
import type { Env, Io } from '../../io/io.ts';
import { K6NotFoundError } from '../../k6/find/binary.ts';
import { presentK6 } from '../../k6/find/find.ts';
import type { Layout } from '../../report/terminal.ts';
import { buildResult } from '../../result/build-result.ts';
import { offsetWords } from '../../result/view/facts.ts';
import { keyUsesOf } from '../../run/cost.ts';
import { CommandError } from '../../run/errors.ts';
import { lockKeys, sentByKey } from '../../run/lock-keys.ts';
import { prepare } from '../../run/prepare.ts';
import { runCheck } from '../../run/run-check.ts';
import { HEADERS } from '../../spec/headers.ts';
import { EXIT } from '../../text/exit-codes.ts';
import { inert } from '../../text/inert.ts';
import { keySourceText } from '../../text/mistakes.ts';
import { endSentence } from '../../text/reasons.ts';
import { wrap } from '../../text/wrap.ts';
import { judgeRun } from '../../verdicts/judge-run.ts';
import { fitted, layoutFor, toolCommand } from '../console.ts';
import { argumentProblems, type Definition, readCall, withOptions } from '../options/call.ts';
import { readRequested, readSettings, type SendSettings } from '../options/read-settings.ts';
import { stopSignal } from '../stop-signal.ts';

/** One result. `bad`: a run cannot work. `warn`: a run can work, but something may be wrong. */
interface Line {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'bad' | 'untested';
  readonly text: string;
  readonly fix?: string | undefined;
}

const ok = (name: string, text: string): Line => ({ name, state: 'ok', text });
const untested = (name: string, text: string): Line => ({ name, state: 'untested', text });
const warn = (name: string, text: string, fix: string): Line => ({ name, state: 'warn', text, fix });
const bad = (name: string, text: string, fix?: string): Line => ({ name, state: 'bad', text, fix });

/** `storecheck doctor`: preflight check with at most three requests. */
export const doctorCommand: Definition = (command, io, setExitCode) =>
  withOptions(command)
    .optionsGroup('k6:')
    .option('--fix', 'build k6 into the cache if there is none (needs Go 1.25 or later), and check nothing else')
    .action(async (flags: Flags & { readonly fix?: boolean }) => {
      const { signal, stopListening } = stopSignal(io);
      const act = flags.fix === true ? fixK6 : doctor;
      setExitCode(await act(command, flags, signal, io).finally(stopListening));
    });

/** `storecheck doctor --fix`: finds k6, or builds it. Sends nothing, so that the image of a pipeline can do it. */
async function fixK6(command: Command, { k6 }: Flags, signal: AbortSignal, io: Io): Promise<number> {
  argumentProblems(command).throwIfAny();
  const say = (line: string) => io.stderr.write(fitted(line, io.stderr));
  const { version, path, source, notes } = await io.k6.find({ path: k6, say, signal });
  for (const note of notes) io.stderr.write(`note: ${note}\n`);
  io.stdout.write(`k6 ${version} at ${path} (${source})\n`);
  return EXIT.passed;
}

async function doctor(command: Command, flags: Flags, signal: AbortSignal, io: Io): Promise<number> {
  const read = readCall(command, flags, io);
  // Only GET is sent, so a production target that allows writes needs no confirmation. `settings` keep it for the report.
  const call = { ...read, flags: { ...read.flags, allowWrites: false } };
  const target = readSettings(call);
  const check = readRequested(call, target);
  call.problems.throwIfAny();
  const lines = [
    await k6Line(flags.k6, io),
    ...proxyLines(io.env, target.route.proxy),
    targetLine(target),
    ...(isUnencrypted(new URL(target.baseUrl))
      ? [warn('http', 'plain http sends the key unencrypted', 'Use https if possible.')]
      : []),
    ...(await contact(target, check, signal, io)),
  ];
  const layout = layoutFor(io.stdout, io);
  io.stdout.write(`${lines.map((line) => lineText(line, layout)).join('\n')}\n`);
  if (signal.aborted) return EXIT.interrupted;
  return lines.some(({ state }) => state === 'bad') ? EXIT.incomplete : EXIT.passed;
}

function lineText({ name, state, text, fix }: Line, { paint, width }: Layout): string {
  const symbol = { ok: paint('green', '✓'), warn: paint('yellow', '!'), bad: paint('red', '✗'), untested: '–' }[state];
  const body = wrap(inert(text), width - 2, `${name.padEnd(9)} `, ' '.repeat(12));
  return `${symbol} ${body}${fix === undefined ? '' : `\n${wrap(inert(fix), width, ' '.repeat(12))}`}`;
}

async function k6Line(path: string | undefined, io: Io): Promise<Line> {
  const k6 = await presentK6(path, io);
  if (!(k6 instanceof K6NotFoundError)) return ok('k6', `${k6.version} at ${k6.path} (${k6.source})`);
  return warn(
    'k6',
    `not found (${k6.notes.join('; ')}): check works without k6, limits does not`,
    `${toolCommand(io)} doctor --fix builds the pinned version with Go 1.25 or later, or lists other ways to get it.`,
  );
}

/** Warns if a proxy variable is set, because storecheck ignores it. */
function proxyLines(env: Env, proxy: string | undefined): Line[] {
  if (proxy !== undefined) return [ok('proxy', `uses ${proxy}`)];
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].filter((name) => (env[name] ?? '') !== '');
  const ignored = `${names.join(', ')} is set but ignored: requests go directly to the service`;
  return names.length === 0 ? [] : [warn('proxy', ignored, 'If only the proxy reaches the service, use --proxy URL.')];
}

function targetLine(target: SendSettings): Line {
  const { baseUrl, class: targetClass, host } = target;
  const isProduction = targetClass === 'production';
  const permission = (what: 'writes' | 'load', isAllowed: boolean) => {
    const { forbiddenBy } = target[what];
    if (forbiddenBy !== undefined) return `no (${forbiddenBy})`;
    const flags = [...(isAllowed ? [] : [`--allow-${what}`]), ...(isProduction ? [`--confirm-host ${host}`] : [])];
    return flags.length === 0 ? 'yes' : `with ${flags.join(' ')}`;
  };
  const writes = permission('writes', targetClass === 'local' || target.allowWrites === true);
  const load = permission('load', !isProduction || target.allowLoad === true);
  return ok('target', `${baseUrl} is ${targetClass}; creates animals: ${writes}; exhausts limits: ${load}`);
}

/** The first contact, and two requests that distinguish a set-up mistake from a finding. */
const MAX_REQUESTS = 3;

/** Sends and judges the first requests of a check, if its keys can be locked and the ledger allows the complete check. */
async function contact(target: SendSettings, check: ReturnType<typeof readRequested>, signal: AbortSignal, io: Io) {
  const { requested } = check;
  const keys = Object.values(check.keys);
  const uses = keyUsesOf(prepare(requested, PROBES, io).cost, keys);
  let unlockKeys: ReturnType<typeof lockKeys>;
  try {
    unlockKeys = lockKeys(uses, { ...target, run: 'doctor' }, io);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return [bad('ledger', error.message)];
  }
  try {
    const firstContact = { ...requested, only: ['rate.*'], readOnly: true, maxRequests: MAX_REQUESTS };
    const prepared = prepare(firstContact, PROBES.slice(0, 1), io);
    const permit = { writes: false, load: false };
    const trace = await runCheck(prepared, { ...target, io, keys, permit, signal, write: () => undefined });
    const problem = unlockKeys(sentByKey(trace));
    return [...contactLines(trace), ...(problem === undefined ? [] : [bad('ledger', problem)])];
  } finally {
    unlockKeys();
  }
}

function contactLines(trace: EndedTrace): Line[] {
  const { setUp, run, target, requests, requirements, settings } = buildResult(trace, judgeRun(trace), ['must']);
  const why = run.endDetail ?? endSentence(run.end, requests.sent);
  if (run.end === 'interrupted') return [untested('service', why)];
  if (setUp !== undefined) return [bad('service', setUp.message, setUp.fix)];
  if (run.end === 'rate-limited') return [bad('key', why, 'Wait, or use another key.')];
  const exchange = trace.exchanges.find(isAnswered);
  if (exchange === undefined || run.end !== 'complete')
    return [bad('service', 'the first requests did not decide whether this is the service', 'Run doctor again.')];
  const { status, at, headers } = exchange.received;
  const doubtful = requirements.filter(({ verdict, code }) => verdict === 'fail' || code === 'seen-once');
  const took = `returned ${status} in ${Math.round(at - exchange.sent.at)} ms`;
  const headerText = (name: string) => `${name} ${headerValue(headers, name) ?? 'missing'}`;
  return [
    status === 200
      ? ok('service', `${took}${target.baseUrl.startsWith('https:') ? ' over verified TLS' : ''}`)
      : bad('service', `${took} to a list`, 'storecheck check says more.'),
    ok(
      'key',
      `${settings.plan}, from ${keySourceText(settings.keySources?.[settings.plan])}: ${[HEADERS.limit, HEADERS.remaining].map(headerText).join(', ')}`,
    ),
    ...Object.entries(settings.keySources ?? {})
      .filter(([plan]) => plan !== settings.plan)
      .map(([plan, source]) =>
        untested('key', `${plan}, from ${keySourceText(source)}: not tested; --plan ${plan} tests it`),
      ),
    ...(target.clockOffset === null ? [] : [ok('clock', `the server's clock ${offsetWords(target.clockOffset)}`)]),
    ...doubtful.map(({ id, findings: [finding], reason }) =>
      warn(
        'service',
        `${id}: ${finding?.message ?? reason}`,
        'Check --plan, --window and --enterprise, or run a check.',
      ),
    ),
  ];
}
