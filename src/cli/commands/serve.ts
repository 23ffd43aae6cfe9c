import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { checkFaults, limitFaults } from '../../reference/faults.ts';
import { startReference } from '../../reference/server/start.ts';
import type { Fault } from '../../reference/variant.ts';
import { keyVariable } from '../../result/curl.ts';
import { UsageError } from '../../run/errors.ts';
import { plural } from '../../text/count.ts';
import { called } from '../console/console.ts';
import { problemsOf } from '../options/options.ts';
import { readReference, type ServeOptions } from '../options/read-reference.ts';

const collect = (value: string, previous: string[]) => [...previous, ...value.split(',')];

/** `storecheck serve`: the reference server, until Ctrl-C. */
export function serveCommand(io: Io): Command {
  const command = new Command('serve');
  return command
    .optionsGroup('Server:')
    .option('--port <n>', 'port; 0 for any free port', '4010')
    .option('--window <seconds>', 'length of the rate limit window', '60')
    .option('--seed <n>', 'number of animals in the store', '42')
    .optionsGroup('Keys and plans:')
    .option('--enterprise <n[/day]>', 'limits of the enterprise keys: requests/min, and per day', '5000/1000000')
    .option('--keys <n>', 'print this many enterprise keys as a key file')
    .optionsGroup('Slow server:')
    .option('--capacity <rate>', 'maximum throughput, e.g. 200rps; further requests wait in a queue')
    .option(
      '--latency <time>',
      'extra latency: fixed (20ms), exponential (exp:MEAN) or lognormal (lognormal:MEDIAN/SIGMA)',
    )
    .optionsGroup('Faults:')
    .option('--fault <id>', 'enable a fault; repeatable, comma-separated', collect, [])
    .addHelpText('after', `${FAULTS}\n${EXAMPLES}`)
    .action((flags) => serveReference(command, flags, io));
}

const rows = (faults: readonly Fault[]) => faults.map(({ id, title }) => `  ${id.padEnd(30)}${title}`).join('\n');

const FAULTS = `
Faults that check finds:
${rows(checkFaults)}

Faults that limits finds:
${rows(limitFaults)}`;

const EXAMPLES = `
Examples:
  storecheck serve --fault list-without-key
  storecheck serve --keys 12 --enterprise 4000
  storecheck serve --capacity 100rps --latency lognormal:20ms/0.5 --enterprise 60000`;

async function serveReference(command: Command, flags: ServeOptions, io: Io): Promise<void> {
  const problems = problemsOf(command);
  const reference = readReference(flags, problems, io.random);
  problems.check();
  await serve(reference, io);
}

async function serve(options: ReturnType<typeof readReference>, io: Io): Promise<void> {
  const reference = await startReference(options, io).catch((error: NodeJS.ErrnoException) => {
    throw error.code === undefined
      ? error
      : new UsageError([`--port ${options.port}: cannot listen (${error.code}); choose another port, or 0`]);
  });
  const { perMinute, perDay } = options.enterprise;
  const limits = [perMinute, perDay ?? []].flat().join('/');
  const names = Object.entries(reference.keys).map(([plan, key]) => {
    const line = `export ${keyVariable(plan)}=${key}`;
    // Commented out: with it, every command would need its limits.
    return plan === 'enterprise' ? `  # ${line}   (--enterprise ${limits})` : `  ${line}`;
  });
  const { rps } = options.capacity ?? {};
  const chosen = [
    ...options.variants.map(({ id, title }) => `  ${id}: ${title}`),
    ...(rps === undefined ? [] : [`  capacity: ${rps} requests/s`]),
  ];
  const tool = called(io);
  const window = options.windowSeconds === 60 ? '' : ` --window ${options.windowSeconds}`;
  io.stdout.write(
    [
      `reference server at ${reference.baseUrl}  (Ctrl-C stops it)`,
      ...(chosen.length > 0 ? ['with', ...chosen] : []),
      'keys of this server:',
      ...names,
      ...poolLines(Object.keys(options.keys), limits),
      '',
      `try: ${tool} check --base-url ${reference.baseUrl} --plan pro${window}`,
      `     ${tool} limits --base-url ${reference.baseUrl}${window}`,
      '',
    ].join('\n'),
  );
  await new Promise<void>((resolve) => {
    const release = io.onInterrupt(() => {
      release();
      resolve();
    });
  });
  await reference.close();
}

/** A key file to paste into another terminal; nothing without `--keys`. */
function poolLines(keys: readonly string[], limits: string): string[] {
  if (keys.length === 0) return [];
  return [
    '',
    `${plural(keys.length, 'enterprise key')} (--key enterprise=file:keys.txt --enterprise ${limits}):`,
    "cat >keys.txt <<'END'",
    ...keys,
    'END',
  ];
}
