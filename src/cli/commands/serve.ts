import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { serveReference } from '../serve/serve.ts';

const collect = (value: string, previous: string[]) => [...previous, ...value.split(',')];

/** `storecheck serve`: the reference server, until Ctrl-C. */
export function serveCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = new Command('serve');
  return command
    .option('--port <n>', 'port; 0 for any free port', '4010')
    .option('--window <seconds>', 'length of the rate limit window', '60')
    .option('--seed <n>', 'number of animals in the store', '25')
    .option('--big-ids', 'use ids above 2^53')
    .option('--enterprise-per-minute <n>', 'requests/min of the enterprise keys', '5000')
    .option('--enterprise-per-day <n>', 'requests per day of the enterprise keys', '1000000')
    .option('--keys <n>', 'print this many enterprise keys as a key file, for a load that several instances share')
    .option('--capacity <rate>', 'maximum throughput, e.g. 200rps; further requests wait in a queue')
    .option('--queue <n>', 'length of the queue; the server responds 503 to further requests (default: 10000)')
    .option(
      '--latency <time>',
      'extra latency: fixed (20ms), exponential (exp:MEAN, exp:20ms) or lognormal (lognormal:MEDIAN/SIGMA, lognormal:20ms/0.5)',
    )
    .option('--random-seed <n>', 'seed of the random latency (default: 1)')
    .option('--fault <id>', 'enable a fault; repeatable, comma-separated', collect, [])
    .option('--variant <id>', 'enable a legal variant; repeatable, comma-separated', collect, [])
    .option('--list', 'list the faults and variants')
    .addHelpText('after', EXAMPLES)
    .action(async (flags) => {
      await serveReference(command, flags, io);
      done(0);
    });
}

const EXAMPLES = `
Examples:
  storecheck serve --fault list-without-key
  storecheck serve --keys 12 --enterprise-per-minute 4000
  storecheck serve --capacity 100rps --latency lognormal:20ms/0.5 --enterprise-per-minute 60000`;
