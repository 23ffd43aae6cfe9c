import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { codeOf } from '../../io/error-code.ts';
import type { Io } from '../../io/io.ts';
import { wrap } from '../../reporters/text/inert.ts';
import { keyVariable } from '../../result/key-variable.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { called } from '../console/called.ts';
import { widthFor } from '../console/console.ts';
import { type Problems, UsageError } from '../console/problems.ts';
import { type InitAnswers, lacksVersion, readClass, readName, readPlans, usualClass } from '../init/answers.ts';
import { ask, DEFAULT_PLANS, type InitFlags } from '../init/ask.ts';
import { configText, SCHEMA } from '../init/texts.ts';
import { problemsOf } from '../options/options.ts';
import { readTargetUrl } from '../options/settings.ts';

const CONFIG = 'storecheck.yaml';
/** A base URL that is valid with every class. */
const PLACEHOLDER = 'http://localhost/v1';

/** `storecheck init`: writes storecheck.yaml. */
export function initCommand(io: Io): Command {
  const command = new Command('init');
  return command
    .option('--base-url <url>', 'URL of the service, e.g. https://staging.example.com/v1')
    .option('--class <class>', 'local, staging or production (default: local for a loopback address, else production)')
    .option('--name <name>', 'name of the target (default: its class)')
    .option(
      '--plans <names>',
      `plans that you have keys for, comma-separated: ${PLAN_NAMES.join(', ')} (default: ${DEFAULT_PLANS})`,
    )
    .option('--no-input', 'never ask; use flags and defaults')
    .option('--force', `overwrite ${CONFIG}`)
    .action(async (options: InitFlags & { readonly input?: boolean; readonly force?: boolean }) => {
      const problems = problemsOf(command);
      if (options.force !== true && existsSync(resolve(io.cwd, CONFIG)))
        problems.add(`${CONFIG} exists; --force overwrites it`);
      const asks = options.input !== false && io.stdin.isTTY === true && io.stdout.isTTY === true;
      if (asks) {
        // Report invalid flags before asking questions.
        read({ baseUrl: PLACEHOLDER, ...options }, problems);
        problems.check();
      }
      const answers = read(asks ? await ask(options, io) : options, problems);
      problems.check();
      write(configText(answers, existsSync(resolve(io.cwd, SCHEMA))), io.cwd);
      io.stdout.write(`wrote ${CONFIG}\n\n${next(answers, io)}`);
    });
}

function read(flags: InitFlags, problems: Problems): InitAnswers {
  const baseUrl = readTargetUrl(flags.baseUrl, problems);
  const targetClass = readClass(flags.class ?? usualClass(baseUrl), baseUrl, problems);
  return {
    baseUrl,
    name: readName(flags.name ?? targetClass, problems),
    class: targetClass,
    plans: readPlans(flags.plans ?? DEFAULT_PLANS, problems),
  };
}

function write(text: string, cwd: string): void {
  try {
    writeFileSync(resolve(cwd, CONFIG), text);
  } catch (error) {
    throw new UsageError([`cannot write ${CONFIG} (${codeOf(error)})`]);
  }
}

function next({ baseUrl, name, plans }: InitAnswers, io: Io): string {
  const steps = [
    ...(lacksVersion(baseUrl)
      ? [`${baseUrl} does not end with /v1. The specification requires this prefix; is the URL correct?`]
      : []),
    `set the keys: export ${plans.map((plan) => `${keyVariable(plan)}=…`).join(' ')}`,
    `${called(io)} doctor --target ${name}`,
  ];
  const width = widthFor(io.stdout.columns);
  return `next:\n${steps.map((step) => wrap(step, width, '  - ', '    ')).join('\n')}\n`;
}
