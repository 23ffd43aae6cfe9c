import { Command } from 'commander';
import { CHECKS, PROBES } from '../../../suites/index.ts';
import { findK6, K6NotFoundError } from '../../k6/index.ts';
import { KeyInUseError, LedgerError, ledgerFile, openLedger, stateFolder, sum } from '../../ledger/index.ts';
import { inert, wrap } from '../../reporters/inert.ts';
import type { Paint } from '../../reporters/paint.ts';
import { runCheck } from '../../run/check.ts';
import { contactLines } from '../../run/doctor/contact.ts';
import { bad, type Line, ok, warn } from '../../run/doctor/line.ts';
import { networkLines } from '../../run/doctor/network.ts';
import { prepare } from '../../run/prepare.ts';
import { EXIT } from '../../verdict/gate.ts';
import { K6_MODULE } from '../assets.ts';
import { paintFor, tellUnknownColour, widthFor } from '../console.ts';
import { readFromFile, withTarget } from '../from-file.ts';
import { onInterrupt } from '../interrupt.ts';
import { type SendingOptions, tellUnknown, withTargetOptions } from '../options.ts';
import { collectProblems } from '../problems.ts';
import { type Call, readCall } from '../read-request.ts';

/** First contact, and one more where that tells a wrong set-up from a finding. */
const MOST_REQUESTS = 2;

/** `storecheck doctor`: what a run would stumble over, with the fix, in at most two requests. */
export function doctorCommand(done: (exitCode: number) => void): Command {
  const command = withTargetOptions(new Command('doctor'))
    .option('--k6 <path>', 'the k6 to use')
    .option('--color <when>', 'always, never or auto');
  return command.action(async (options: SendingOptions & { k6?: string; color?: string }) => {
    const problems = collectProblems();
    tellUnknown(command, problems);
    tellUnknownColour(options.color, problems);
    const from = readFromFile(options, process.cwd(), problems);
    const filled = withTarget({ ...options, only: [], skip: [] }, from, process.env);
    const call = readCall(filled, process.env, new Date(), problems, 'doctor', from);
    problems.check();
    const lines = [
      nodeLine(process.versions.node),
      await k6Line(options.k6),
      proxyLine(process.env, call.route.proxy),
      ...(await targetLines(call)),
      ledgerLine(call),
    ];
    const paint = paintFor(options.color, process.env, process.stdout.isTTY);
    process.stdout.write(`${lines.map((line) => shown(line, paint, widthFor(process.stdout.columns))).join('\n')}\n`);
    done(lines.some(({ state }) => state === 'bad') ? EXIT.incomplete : EXIT.passed);
  });
}

function shown({ name, state, text, fix }: Line, paint: Paint, width: number): string {
  const mark = { ok: paint.green('✓'), warn: paint.yellow('!'), bad: paint.red('✗') }[state];
  const body = wrap(inert(text), width - 2, `${name.padEnd(9)} `, ' '.repeat(12));
  return `${mark} ${body}${fix === undefined ? '' : `\n${wrap(inert(fix), width, ' '.repeat(12))}`}`;
}

function nodeLine(version: string): Line {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 18)
    ? ok('Node', version)
    : bad('Node', version, 'Node 20.18.1 or later is needed.');
}

async function k6Line(path: string | undefined): Promise<Line> {
  try {
    const found = await findK6({ path, env: process.env, moduleDir: K6_MODULE, build: false });
    return ok('k6', `${found.version} at ${found.path} (${found.source})`);
  } catch (error) {
    if (!(error instanceof K6NotFoundError)) throw error;
    return warn(
      'k6',
      'not found: check works without, limits does not',
      'storecheck k6 install builds the pinned one (Go 1.25 or newer); other ways: storecheck k6 path',
    );
  }
}

/** The client goes straight to the service: a proxy that the surroundings name is told, so that nobody is surprised. */
function proxyLine(env: NodeJS.ProcessEnv, used: string | undefined): Line {
  if (used !== undefined) return ok('proxy', `${used} is used`);
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].filter((name) => (env[name] ?? '') !== '');
  return names.length === 0
    ? ok('proxy', 'none in the surroundings')
    : warn(
        'proxy',
        `${names.join(', ')} is set and not used: requests go straight to the service`,
        'Where only the proxy reaches the service, use --proxy URL.',
      );
}

async function targetLines(call: Call): Promise<Line[]> {
  const { request, key, timeoutMs } = call;
  const network = await networkLines(new URL(request.baseUrl), call.route);
  if (network.some(({ state }) => state === 'bad')) return network;
  const asked = { ...request, readOnly: true, only: ['list.limit-minimum'], maxRequests: MOST_REQUESTS };
  const interrupt = onInterrupt((text) => process.stderr.write(text));
  try {
    const prepared = { ...prepare(asked, CHECKS, PROBES, Date.now()), probes: PROBES.slice(0, 1) };
    const trace = await runCheck(prepared, {
      key,
      timeoutMs,
      permit: { writes: false },
      route: call.route,
      signal: interrupt.signal,
      record: () => undefined,
    });
    return [...network, ...contactLines(trace)];
  } finally {
    interrupt.release();
  }
}

function ledgerLine({ request, key }: Call): Line {
  const { quota, plan } = request;
  try {
    const file = ledgerFile(stateFolder(process.env), key, new URL(request.baseUrl).host);
    const open = openLedger(file, 'doctor', Date.now());
    open.release();
    const { entries, suspicion } = open.ledger;
    const text = `${sum(entries, 'requests')} of ${quota.perDay} requests and ${sum(entries, 'refusals')} refusals with the ${plan} key in the last 24 hours, from this machine`;
    return suspicion === undefined
      ? ok('ledger', text)
      : warn('ledger', `${text}; the key may be banned: ${suspicion.reason}`, 'Wait a day, or ask for another key.');
  } catch (error) {
    if (error instanceof KeyInUseError) return warn('ledger', error.message, 'One run a key at a time.');
    if (error instanceof LedgerError) return bad('ledger', error.message, 'Mend the state folder as said.');
    throw error;
  }
}
