import { writeFileSync } from 'node:fs';
import { terminal } from '../reporters/terminal.ts';
import type { Result } from '../result/result.ts';
import type { FailOn } from '../verdict/gate.ts';
import { paintFor, widthFor } from './console.ts';
import { resultText } from './folder.ts';
import type { ReportingOptions } from './options.ts';
import { didYouMean, type Problems } from './problems.ts';
import { whyNotWritable } from './writable.ts';

const REPORTERS = ['terminal', 'json'] as const;
type ReporterName = (typeof REPORTERS)[number];

export interface Reporting {
  readonly failOn: FailOn;
  readonly reporters: readonly { readonly name: ReporterName; readonly path: string | undefined }[];
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly color: string | undefined;
}

export function readReporting(options: ReportingOptions, problems: Problems): Reporting {
  const { failOn = 'must', color } = options;
  if (failOn !== 'must' && failOn !== 'should')
    problems.add(`--fail-on: ${JSON.stringify(failOn)}; write must or should`);
  if (color !== undefined && !['always', 'never', 'auto'].includes(color))
    problems.add(`--color: ${JSON.stringify(color)}; write always, never or auto`);
  const named = options.reporter.flatMap((value) => value.split(','));
  const reporters = named.flatMap((value) => {
    const [name = '', ...rest] = value.split('=');
    const reporter = REPORTERS.find((known) => known === name);
    if (reporter === undefined)
      problems.add(
        `--reporter: no reporter ${JSON.stringify(name)}${didYouMean(name, REPORTERS)}; there are ${REPORTERS.join(', ')}`,
      );
    const path = rest.length > 0 ? rest.join('=') : undefined;
    const unwritable = path === undefined ? undefined : whyNotWritable(path);
    if (unwritable !== undefined) problems.add(`--reporter: cannot write to ${path} (${unwritable})`);
    return reporter === undefined ? [] : [{ name: reporter, path }];
  });
  if (reporters.filter(({ path }) => path === undefined).length > 1)
    problems.add('--reporter: only one reporter can have stdout; give the others a path (name=path)');
  return {
    failOn: failOn === 'should' ? 'should' : 'must',
    reporters: reporters.length > 0 ? reporters : [{ name: 'terminal', path: undefined }],
    quiet: options.quiet === true,
    verbose: options.verbose === true,
    color,
  };
}

/** Writes every reporter's text where it belongs. */
export function report(result: Result, reporting: Reporting, folder: string | undefined): void {
  for (const { name, path } of reporting.reporters) {
    const paint = paintFor(reporting.color, process.env, path === undefined && process.stdout.isTTY);
    const text =
      name === 'json'
        ? resultText(result)
        : reporting.quiet
          ? `${result.outcome}\n`
          : terminal(result, { paint, width: widthFor(process.stdout.columns), verbose: reporting.verbose, folder });
    if (path === undefined) process.stdout.write(text);
    else writeFileSync(path, text, { mode: 0o600 });
  }
}
