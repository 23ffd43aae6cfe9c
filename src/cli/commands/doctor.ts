import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { EXIT } from '../../judge/gate/gate.ts';
import { inert, wrap } from '../../reporters/text/inert.ts';
import type { Paint } from '../../reporters/text/paint.ts';
import type { Line } from '../../run/doctor/line.ts';
import { networkLines } from '../../run/doctor/network.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { paintFor, tellUnknownColour, widthFor } from '../console/console.ts';
import { collectProblems, type Problems } from '../console/problems.ts';
import { keyLines, type Tried } from '../doctor/keys.ts';
import { surroundingLines } from '../doctor/surroundings.ts';
import { targetLine } from '../doctor/target-line.ts';
import { type FromFile, readFromFile, withTarget } from '../options/from-file.ts';
import { type SendingOptions, tellUnknown, withTargetOptions } from '../options/options.ts';
import { type Call, quotaOf, readCall } from '../options/read-request.ts';

/** `storecheck doctor`: what a run would stumble over, with the fix, in at most two requests. */
export function doctorCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = withTargetOptions(new Command('doctor'))
    .option('--k6 <path>', 'the k6 to use')
    .option('--color <when>', 'always, never or auto');
  return command.action(async (options: SendingOptions & { k6?: string; color?: string }) => {
    const problems = collectProblems();
    tellUnknown(command, problems);
    tellUnknownColour(options.color, problems);
    const from = readFromFile(options, io.cwd, problems);
    // It only reads: what the file allows besides needs no confirmation here.
    const filled = { ...withTarget({ ...options, only: [], skip: [] }, from, io.env), allowWrites: false };
    const call = readCall(filled, io, new Date(io.clock.now()), problems, 'doctor', from);
    const keys = keysToTry(call, filled, from, problems);
    problems.check();
    const url = new URL(call.request.baseUrl);
    const { targetClass } = call.request;
    const holding = { run: 'doctor', host: url.host, targetClass, budgets: from.target?.budgets };
    const network = await networkLines(url, call.route, io.clock);
    const isReached = network.every(({ state }) => state !== 'bad');
    const lines = [
      ...(await surroundingLines(options.k6, call.route.proxy, io)),
      targetLine(call, from),
      ...network,
      ...(isReached ? await keyLines(call, keys, holding, io) : []),
    ];
    const paint = paintFor(options.color, io.env, io.stdout.isTTY);
    io.stdout.write(`${lines.map((line) => shown(line, paint, widthFor(io.stdout.columns))).join('\n')}\n`);
    done(lines.some(({ state }) => state === 'bad') ? EXIT.incomplete : EXIT.passed);
  });
}

/** The key of a check first, then the others, the largest plan first; with `--plan` that one alone. */
function keysToTry({ request, keys }: Call, options: SendingOptions, from: FromFile, problems: Problems): Tried[] {
  const others = options.plan === undefined ? PLAN_NAMES.filter((plan) => plan !== request.plan) : [];
  return [request.plan, ...others.toReversed()].flatMap((plan) => {
    const value = keys[plan];
    if (value === undefined) return [];
    return { plan, value, quota: plan === request.plan ? request.quota : quotaOf(plan, options, problems, from) };
  });
}

function shown({ name, state, text, fix }: Line, paint: Paint, width: number): string {
  const mark = { ok: paint.green('✓'), warn: paint.yellow('!'), bad: paint.red('✗') }[state];
  const body = wrap(inert(text), width - 2, `${name.padEnd(9)} `, ' '.repeat(12));
  return `${mark} ${body}${fix === undefined ? '' : `\n${wrap(inert(fix), width, ' '.repeat(12))}`}`;
}
