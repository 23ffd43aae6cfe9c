import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { codeOf } from '../../io/error-code.ts';
import type { Io } from '../../io/io.ts';
import { wrap } from '../../reporters/text/inert.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { called } from '../console/called.ts';
import { widthFor } from '../console/console.ts';
import { type Problems, UsageError } from '../console/problems.ts';
import {
  type InitAnswers,
  lacksVersion,
  readCi,
  readClass,
  readName,
  readPackage,
  readPlans,
  usualClass,
} from '../init/answers.ts';
import { ask, DEFAULTS, type InitFlags } from '../init/ask.ts';
import { CI_FILES } from '../init/pipelines.ts';
import { configText, envExample, PUBLISHED, SCHEMA } from '../init/texts.ts';
import { EXPORT } from '../options/keys.ts';
import { problemsOf } from '../options/options.ts';
import { readTargetUrl } from '../options/settings.ts';

const CONFIG = 'storecheck.yaml';
const EXAMPLE = '.env.storecheck.example';
/** A base URL that is valid with every class. */
const PLACEHOLDER = 'http://localhost/v1';

/** `storecheck init`: storecheck.yaml, an example of the variables, and a CI file. */
export function initCommand(io: Io): Command {
  const command = new Command('init');
  return command
    .option('--base-url <url>', 'URL of the service, e.g. https://staging.example.com/v1')
    .option('--class <class>', 'local, staging or production (default: local for a loopback address, else production)')
    .option('--name <name>', 'name of the target (default: its class)')
    .option(
      '--plans <names>',
      `plans that you have keys for, comma-separated: ${PLAN_NAMES.join(', ')} (default: free)`,
    )
    .option('--ci <name>', 'CI system: github, gitlab, jenkins or none (default: none)')
    .option(
      '--package <spec>',
      `what a pipeline installs: an npm spec, or the path or URL of a tarball (default: ${PUBLISHED})`,
    )
    .option('--no-input', 'never ask; use flags and defaults')
    .option('--force', 'overwrite existing files')
    .action(async (options: InitFlags & { readonly input?: boolean; readonly force?: boolean }) => {
      const problems = problemsOf(command);
      const taken = (path: string) =>
        options.force !== true && existsSync(resolve(io.cwd, path))
          ? `${path} exists; --force overwrites it`
          : undefined;
      const ofCi = (ci: InitAnswers['ci']) => (ci === 'none' ? undefined : taken(CI_FILES[ci].path));
      for (const problem of [CONFIG, EXAMPLE].flatMap((path) => taken(path) ?? [])) problems.add(problem);
      const asks = options.input !== false && io.stdin.isTTY === true && io.stdout.isTTY === true;
      if (asks) {
        // Report invalid flags before asking questions.
        read({ baseUrl: PLACEHOLDER, ...options }, ofCi, problems);
        problems.check();
      }
      const answers = read(asks ? await ask(options, ofCi, io) : options, ofCi, problems);
      problems.check();
      for (const [path, text] of filesOf(answers, existsSync(resolve(io.cwd, SCHEMA)))) {
        write(path, text, io.cwd);
        io.stdout.write(`wrote ${path}\n`);
      }
      io.stdout.write(`\n${next(answers, io)}`);
    });
}

function read(flags: InitFlags, ofCi: (ci: InitAnswers['ci']) => string | undefined, problems: Problems): InitAnswers {
  const baseUrl = readTargetUrl(flags.baseUrl, problems);
  const targetClass = readClass(flags.class ?? usualClass(baseUrl), baseUrl, problems);
  const ci = readCi(flags.ci ?? DEFAULTS.ci, problems);
  const against = ofCi(ci);
  if (against !== undefined) problems.add(against);
  return {
    baseUrl,
    name: readName(flags.name ?? targetClass, problems),
    class: targetClass,
    plans: readPlans(flags.plans ?? DEFAULTS.plans, problems),
    ci,
    package: readPackage(flags.package ?? PUBLISHED, problems),
  };
}

function filesOf(answers: InitAnswers, hasSchema: boolean): (readonly [path: string, text: string])[] {
  const ci = answers.ci === 'none' ? undefined : CI_FILES[answers.ci];
  return [
    [CONFIG, configText(answers, hasSchema)],
    [EXAMPLE, envExample(answers)],
    ...(ci === undefined ? [] : [[ci.path, ci.text(answers)] as const]),
  ];
}

function write(path: string, text: string, cwd: string): void {
  try {
    const file = resolve(cwd, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError([`cannot write ${path} (${codeOf(error)})`]);
  }
}

const LINES = 'use the lines that it contains as comments';

/** How a pipeline becomes a gate. */
const GATE = {
  local: `starts no service: start it in the job first; the check creates animals there. For a gate that also exhausts the rate limits, ${LINES}`,
  staging: `runs a read-only check. For a gate that also creates animals and exhausts the rate limits, ${LINES} and set allow: { writes: true }`,
};

function next({ baseUrl, name, ci, class: targetClass }: InitAnswers, io: Io): string {
  const steps = [
    ...(lacksVersion(baseUrl)
      ? [`${baseUrl} does not end with /v1. The specification requires this prefix; is the URL correct?`]
      : []),
    ...(ci === 'none' ? [] : [`${CI_FILES[ci].path}: ${CI_FILES[ci].secrets}`]),
    ...(ci === 'none' || targetClass === 'production' ? [] : [`${CI_FILES[ci].path} ${GATE[targetClass]}`]),
    `copy ${EXAMPLE} to .env.storecheck, fill it in, and export its variables (storecheck does not read the file): ${EXPORT}`,
    `${called(io)} doctor --target ${name}`,
  ];
  const width = widthFor(io.stdout.columns);
  return `next:\n${steps.map((step) => wrap(step, width, '  - ', '    ')).join('\n')}\n`;
}
