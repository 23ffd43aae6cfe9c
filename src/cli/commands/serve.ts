import { DURATION, didYouMean, integer, type Kind, PLAN_LIMITS_KIND, readOption } from '../../config/kinds.ts';
import { keyVariable } from '../../exchange/api-key.ts';
import type { Io } from '../../io/io.ts';
import { conforming } from '../../reference/behaviour.ts';
import { checkFaults, type Fault, limitFaults } from '../../reference/faults.ts';
import { type ReferenceOptions, startReference } from '../../reference/server/start-server.ts';
import { CommandError, type Problems } from '../../run/errors.ts';
import { plural } from '../../text/number-text.ts';
import { toolCommand } from '../console.ts';
import { argumentProblems, type Definition } from '../options/call.ts';

/** The default values of the options. */
const SERVER_DEFAULTS = { port: 4010, windowSeconds: 60, enterprise: conforming.allowances.enterprise };

/** `storecheck serve`: the reference server, until Ctrl-C. */
export const serveCommand: Definition = (command, io) =>
  command
    .optionsGroup('Server:')
    .option('--port <n>', `port; 0 for any free port (default: ${SERVER_DEFAULTS.port})`)
    .option('--window <seconds>', `length of the rate limit window (default: ${SERVER_DEFAULTS.windowSeconds})`)
    .optionsGroup('Keys and plans:')
    .option(
      '--enterprise <n[/day]>',
      `limits of the enterprise keys: requests/min, and per day (default: ${Object.values(SERVER_DEFAULTS.enterprise).join('/')})`,
    )
    .option('--keys <n>', 'print this many enterprise keys as a key file')
    .optionsGroup('Slow server:')
    .option('--capacity <n>', 'maximum requests/s; further requests wait in a queue')
    .option('--latency <time>', 'extra latency of each response, e.g. 20ms')
    .optionsGroup('Faults:')
    .option('--fault <ids>', 'enable a fault, or several: comma-separated; repeatable', joined)
    .addHelpText('after', `${FAULTS}\n${EXAMPLES}`)
    .action(async (flags: ServeFlags) => {
      const problems = argumentProblems(command);
      const reference = readReference(flags, problems, io.random);
      problems.throwIfAny();
      await serve(reference, flags, io);
    });

/** Commander keeps only the last of several values. */
export const joined = (value: string, previous?: string): string => [previous ?? [], value].flat().join(',');

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
  storecheck serve --capacity 100 --latency 20ms --enterprise 60000`;

async function serve(options: ReturnType<typeof readReference>, { enterprise }: ServeFlags, io: Io): Promise<void> {
  const reference = await startReference(options, io).catch((error: NodeJS.ErrnoException) => {
    throw error.code === undefined
      ? error
      : new CommandError([`--port ${options.port}: cannot listen (${error.code}); choose another port, or 0`]);
  });
  const { perMinute, perDay } = options.enterprise;
  const limits = [perMinute, perDay ?? []].flat().join('/');
  const exportLines = Object.entries(reference.keys).map(([plan, key]) => {
    const line = `export ${keyVariable(plan)}=${key}`;
    // Commented out without --enterprise: with this key, every command would need its limits.
    return plan === 'enterprise' && enterprise === undefined ? `  # ${line}   (--enterprise ${limits})` : `  ${line}`;
  });
  const { rps, latencyMs } = options.capacity;
  const chosen = [
    ...options.variants.map(({ id, title }) => `  ${id}: ${title}`),
    ...(rps === undefined ? [] : [`  capacity: ${rps} requests/s`]),
    ...(latencyMs === 0 ? [] : [`  latency: ${latencyMs} ms`]),
  ];
  const pool = Object.keys(options.keys);
  const poolTitle = `${plural(pool.length, 'enterprise key')} (--key enterprise=file:keys.txt --enterprise ${limits})`;
  const tool = toolCommand(io);
  const window = options.windowSeconds === SERVER_DEFAULTS.windowSeconds ? '' : ` --window ${options.windowSeconds}`;
  io.stdout.write(
    [
      `reference server at ${reference.baseUrl}  (Ctrl-C stops it)`,
      ...(chosen.length > 0 ? ['with', ...chosen] : []),
      'keys of this server:',
      ...exportLines,
      // A key file to paste into another terminal.
      ...(pool.length === 0 ? [] : ['', `${poolTitle}:`, "cat >keys.txt <<'END'", ...pool, 'END']),
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

type Name = 'port' | 'window' | 'enterprise' | 'keys' | 'capacity' | 'latency' | 'fault';
type ServeFlags = Readonly<Partial<Record<Name, string>>>;

const MAX_KEYS = 10_000;
const MAX_RPS = 100_000;

function readReference(flags: ServeFlags, problems: Problems, random: () => number) {
  const read = <T, U>(name: Name, kind: Kind<T>, usual: U): T | U =>
    (flags[name] === undefined ? undefined : readOption(kind, flags[name], `--${name}`, problems.add)) ?? usual;
  return {
    port: read('port', integer(0, 65_535), SERVER_DEFAULTS.port),
    windowSeconds: read('window', DURATION, SERVER_DEFAULTS.windowSeconds * 1_000) / 1_000,
    enterprise: read('enterprise', PLAN_LIMITS_KIND, SERVER_DEFAULTS.enterprise),
    variants: faultsNamed(flags.fault, problems),
    keys: poolOf(read('keys', integer(1, MAX_KEYS), 0)),
    capacity: {
      rps: read('capacity', integer(1, MAX_RPS), undefined),
      latencyMs: read('latency', DURATION, 0),
      random,
    },
  } satisfies ReferenceOptions;
}

/** Keys of the plan Enterprise, which are the same each time. */
function poolOf(count: number): Readonly<Record<string, 'enterprise'>> {
  const keys = Array.from({ length: count }, (_, index) => `ask_enterprise_pool_${String(index + 1).padStart(5, '0')}`);
  return Object.fromEntries(keys.map((key) => [key, 'enterprise' as const]));
}

/** Finds faults by their ids, comma-separated. Adds a problem for an unknown id. */
export function faultsNamed(text: string | undefined, problems: Problems): Fault[] {
  const faults = [...checkFaults, ...limitFaults];
  const ids = faults.map(({ id }) => id);
  return (text?.split(',') ?? []).flatMap((id) => {
    const found = faults.find((fault) => fault.id === id);
    const unknown = `--fault: unknown id ${JSON.stringify(id)}${didYouMean(id, ids)}`;
    return found ?? problems.add(`${unknown}; storecheck serve --help lists them`) ?? [];
  });
}
