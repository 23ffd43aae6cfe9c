import { Command } from 'commander';
import {
  faults,
  legalVariants,
  limitFaults,
  limitVariants,
  startReference,
  type Variant,
} from '../../reference/index.ts';
import { seconds, tellUnknown, wholeNumber } from '../options.ts';
import { collectProblems, didYouMean, type Problems, UsageError } from '../problems.ts';

interface ServeOptions {
  readonly port: string;
  readonly window: string;
  readonly seed: string;
  readonly bigIds?: boolean;
  readonly fault: string[];
  readonly variant: string[];
  readonly list?: boolean;
}

const FAULTS = [...faults, ...limitFaults];
/** Some are of interest to both halves. */
const VARIANTS = [...new Set([...legalVariants, ...limitVariants])];

const collect = (value: string, previous: string[]) => [...previous, ...value.split(',')];

/** `storecheck serve`: the reference server, until Ctrl-C. */
export function serveCommand(done: (exitCode: number) => void): Command {
  const command = new Command('serve');
  return command
    .option('--port <n>', 'a port; 0 for any free one', '4010')
    .option('--window <seconds>', 'the length of the "minute"', '60')
    .option('--seed <n>', 'how many animals the store holds at the start', '25')
    .option('--big-ids', 'ids above 2^53')
    .option('--fault <id>', 'break something; repeatable, comma-separated', collect, [])
    .option('--variant <id>', 'choose otherwise where the document is silent; repeatable, comma-separated', collect, [])
    .option('--list', 'list the faults and variants')
    .action(async (options: ServeOptions) => {
      const problems = collectProblems();
      tellUnknown(command, problems);
      const chosen = [
        ...pick(options.fault, FAULTS, '--fault', problems),
        ...pick(options.variant, VARIANTS, '--variant', problems),
      ];
      const windowSeconds = seconds(options.window, '--window', problems);
      const port = options.port === '0' ? 0 : wholeNumber(options.port, '--port', problems);
      if (port > 65_535) problems.add(`--port: ${port} is above 65535`);
      const seed = options.seed === '0' ? 0 : wholeNumber(options.seed, '--seed', problems);
      problems.check();
      if (options.list === true) {
        process.stdout.write(catalogue());
        done(0);
        return;
      }
      await serve({
        port,
        windowSeconds,
        seed,
        variants: chosen,
        ...(options.bigIds === true ? { firstId: 2n ** 53n + 1n } : {}),
      });
      done(0);
    });
}

async function serve(options: Parameters<typeof startReference>[0]): Promise<void> {
  const reference = await startReference(options).catch((error: NodeJS.ErrnoException) => {
    throw error.code === undefined
      ? error
      : new UsageError([`--port ${options?.port ?? 0}: cannot listen (${error.code}); choose another, or 0`]);
  });
  const names = Object.entries(reference.keys).map(([plan, key]) => {
    const line = `export STORE_API_KEY_${plan.toUpperCase()}=${key}`;
    // Exported with the others it would ask for its numbers each time.
    return plan === 'enterprise'
      ? `  # ${line}   (--enterprise-per-minute 5000 --enterprise-per-day 1000000)`
      : `  ${line}`;
  });
  const chosen = (options?.variants ?? []).map(({ id, title }) => `  ${id}: ${title}`);
  process.stdout.write(
    [
      `reference server at ${reference.baseUrl}  (Ctrl-C stops it)`,
      ...(chosen.length > 0 ? ['with', ...chosen] : []),
      'keys, only good here:',
      ...names,
      '',
      `try: storecheck check --base-url ${reference.baseUrl} --plan pro`,
      `     storecheck limits --base-url ${reference.baseUrl}${options?.windowSeconds === 60 ? '' : ` --window ${options?.windowSeconds ?? 60}`}`,
      '',
    ].join('\n'),
  );
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  await reference.close();
}

function pick(ids: readonly string[], variants: readonly Variant[], option: string, problems: Problems): Variant[] {
  return ids.flatMap((id) => {
    const found = variants.find((variant) => variant.id === id);
    if (found === undefined)
      problems.add(
        `${option}: no ${JSON.stringify(id)}${didYouMean(
          id,
          variants.map((variant) => variant.id),
        )}; storecheck serve --list shows them`,
      );
    return found ?? [];
  });
}

function catalogue(): string {
  const rows = (title: string, variants: readonly Variant[]) => [
    title,
    ...variants.map(({ id, title: what }) => `  ${id.padEnd(42)} ${what}`),
  ];
  return `${[...rows('faults (--fault)', FAULTS), '', ...rows('legal variants (--variant)', VARIANTS)].join('\n')}\n`;
}
