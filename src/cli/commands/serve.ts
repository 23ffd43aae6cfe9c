import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { serveReference } from '../serve/serve.ts';

const collect = (value: string, previous: string[]) => [...previous, ...value.split(',')];

/** `storecheck serve`: the reference server, until Ctrl-C. */
export function serveCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = new Command('serve');
  return command
    .option('--port <n>', 'a port; 0 for any free one', '4010')
    .option('--window <seconds>', 'the length of the "minute"', '60')
    .option('--seed <n>', 'how many animals the store holds at the start', '25')
    .option('--big-ids', 'ids above 2^53')
    .option('--enterprise-per-minute <n>', 'the limit of the enterprise keys', '5000')
    .option('--enterprise-per-day <n>', 'the limit of the enterprise keys', '1000000')
    .option('--keys <n>', 'print this many enterprise keys as a key file, for a load that several instances share')
    .option('--capacity <rate>', 'how many requests it can serve a second, e.g. 200rps: the others queue before it')
    .option('--queue <n>', 'how many may queue; one more is answered 503 at once (default: 10000)')
    .option(
      '--latency <time>',
      'what an answer takes besides: 20ms, exp:20ms (its mean) or lognormal:20ms/0.5 (its median, and the spread of its logarithm)',
    )
    .option('--random-seed <n>', 'of these times: the same seed gives the same ones (default: 1)')
    .option('--fault <id>', 'break something; repeatable, comma-separated', collect, [])
    .option('--variant <id>', 'choose otherwise where the document is silent; repeatable, comma-separated', collect, [])
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
