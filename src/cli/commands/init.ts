import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { codeOf } from '../../io/error-code.ts';
import type { Io } from '../../io/io.ts';
import { keyVariable } from '../../result/key-variable.ts';
import { UsageError } from '../../run/lifecycle/refusal.ts';
import { packageName, toolVersion } from '../../run/tool.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { wrap } from '../../text/inert.ts';
import { called } from '../console/called.ts';
import { widthFor } from '../console/console.ts';
import type { Problems } from '../console/problems.ts';
import {
  ask,
  DEFAULT_PLANS,
  type InitAnswers,
  type InitFlags,
  lacksVersion,
  readClass,
  readName,
  readPlans,
  usualClass,
} from '../init/answers.ts';
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

const PUBLISHED = `${packageName}@${toolVersion}`;

/** Where a local installation of the package has the schema of storecheck.yaml. */
const SCHEMA = `./node_modules/${packageName}/schemas/storecheck.schema.json`;

/** The text of storecheck.yaml, with common settings as comments. An editor reports a schema that does not exist. */
function configText({ baseUrl, name, class: targetClass, plans }: InitAnswers, hasSchema: boolean): string {
  const keys = plans.map((plan) => `      ${plan}: { env: ${keyVariable(plan)} }\n`).join('');
  const enterprise = plans.includes('enterprise')
    ? '    enterprise: { perMinute: 5000, perDay: 1000000 } # from the contract\n'
    : '';
  const modeline = `# yaml-language-server: $schema=${SCHEMA}`;
  const completion = hasSchema
    ? modeline
    : `# For completion in editors: npm install --save-dev ${PUBLISHED}, and begin this file with:\n#   "${modeline}"`;
  return `${completion}
targets:
  ${name}:
    baseUrl: ${baseUrl}
    class: ${targetClass}${targetClass === 'production' ? ' # GET only and no load, unless a flag and the host name allow more' : ''}
    keys:
${keys}${enterprise}    # secondKeys: { free: { env: STORE_API_KEY_OTHER_CUSTOMER } } # shows whether customers are counted separately
    # allow: { writes: true, load: true }
    # budgets: { requestsPerRun: 2000, shareOfDay: 0.5 }
# waivers: storecheck accept RUN ID writes them
# observations: FILE # pinned observations are read from observations.json next to this file (storecheck accept RUN --observed writes it), or from FILE
failOn: must
`;
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
