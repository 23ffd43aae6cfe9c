import type { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { startReference } from '../../reference/index.ts';
import { plural } from '../../reporters/text/count.ts';
import { keyVariable } from '../../result/key-variable.ts';
import { called } from '../console/called.ts';
import { collectProblems, UsageError } from '../console/problems.ts';
import { addUnknownOptions } from '../options/options.ts';
import { catalogue } from './catalogue.ts';
import { readReference, type ServeOptions } from './read-reference.ts';

/** Runs the reference server until Ctrl-C, or lists its faults and variants. */
export async function serveReference(command: Command, flags: ServeOptions, io: Io): Promise<void> {
  const problems = collectProblems();
  addUnknownOptions(command, problems);
  const reference = readReference(flags, problems);
  problems.check();
  if (flags.list === true) io.stdout.write(catalogue());
  else await serve(reference, io);
}

async function serve(options: ReturnType<typeof readReference>, io: Io): Promise<void> {
  const reference = await startReference(options, io).catch((error: NodeJS.ErrnoException) => {
    throw error.code === undefined
      ? error
      : new UsageError([`--port ${options.port}: cannot listen (${error.code}); choose another port, or 0`]);
  });
  const names = Object.entries(reference.keys).map(([plan, key]) => {
    const line = `export ${keyVariable(plan)}=${key}`;
    // Commented out: with it, every command would need its limits.
    return plan === 'enterprise'
      ? `  # ${line}   (--enterprise-per-minute ${options.enterprisePerMinute} --enterprise-per-day ${options.enterprisePerDay})`
      : `  ${line}`;
  });
  const { rps } = options.capacity ?? {};
  const chosen = [
    ...options.variants.map(({ id, title }) => `  ${id}: ${title}`),
    ...(rps === undefined ? [] : [`  capacity: ${rps} requests/s`]),
  ];
  const tool = called(io);
  io.stdout.write(
    [
      `reference server at ${reference.baseUrl}  (Ctrl-C stops it)`,
      ...(chosen.length > 0 ? ['with', ...chosen] : []),
      'keys of this server:',
      ...names,
      ...poolLines(Object.keys(options.keys), options.enterprisePerMinute),
      '',
      `try: ${tool} check --base-url ${reference.baseUrl} --plan pro`,
      `     ${tool} limits --base-url ${reference.baseUrl}${options.windowSeconds === 60 ? '' : ` --window ${options.windowSeconds}`}`,
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
function poolLines(keys: readonly string[], perMinute: number): string[] {
  if (keys.length === 0) return [];
  return [
    '',
    `${plural(keys.length, 'enterprise key')} (--key enterprise=file:keys.txt --enterprise-per-minute ${perMinute}):`,
    "cat >keys.txt <<'END'",
    ...keys,
    'END',
  ];
}
