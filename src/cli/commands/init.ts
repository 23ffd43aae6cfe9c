import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { called } from '../called.ts';
import { codeOf } from '../error-code.ts';
import { CI_FILES, type CiName, configText, envExample, type InitAnswers } from '../init-files.ts';
import { tellUnknown } from '../options.ts';
import { collectProblems, didYouMean, type Problems, UsageError } from '../problems.ts';
import { readTarget } from '../target.ts';

interface InitOptions {
  readonly baseUrl?: string;
  readonly name?: string;
  readonly class?: string;
  readonly plans?: string;
  readonly ci?: string;
  readonly input?: boolean;
  readonly force?: boolean;
}

/** `storecheck init`: storecheck.yaml, an example of the variables, and a CI file. */
export function initCommand(done: (exitCode: number) => void): Command {
  const command = new Command('init');
  return command
    .option('--base-url <url>', 'the deployed service, e.g. https://staging.example.com/v1')
    .option('--name <name>', 'what the target is called (default: staging)')
    .option('--class <class>', 'staging or production (default: production)')
    .option(
      '--plans <names>',
      `the plans there are keys for, comma-separated: ${PLAN_NAMES.join(', ')} (default: free)`,
    )
    .option('--ci <name>', 'github, gitlab, jenkins or none (default: none)')
    .option('--no-input', 'ask nothing: flags and defaults')
    .option('--force', 'replace files that exist')
    .action(async (options: InitOptions) => {
      const problems = collectProblems();
      tellUnknown(command, problems);
      const answers = checked(await asked(options), problems);
      const files = filesFor(answers);
      if (options.force !== true)
        for (const { path } of files)
          if (existsSync(path)) problems.add(`${path} exists and is left alone; --force replaces it`);
      problems.check();
      for (const { path, text } of files) {
        write(path, text);
        process.stdout.write(`wrote ${path}\n`);
      }
      process.stdout.write(
        `\nnext: fill .env.storecheck (it is never read by storecheck itself: export its variables), then\n  ${called()} doctor --target ${answers.name}\n`,
      );
      done(0);
    });
}

function write(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError([`cannot write ${path} (${codeOf(error)})`]);
  }
}

const DEFAULTS = { name: 'staging', class: 'production', plans: 'free', ci: 'none' } as const;

/** At a terminal, what no flag said is asked for. */
async function asked(options: InitOptions): Promise<InitOptions> {
  if (options.input === false || !process.stdin.isTTY || !process.stdout.isTTY) return options;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ask = async (given: string | undefined, question: string, usual: string) =>
    given ?? ((await terminal.question(`${question} [${usual}] `)).trim() || usual);
  try {
    const baseUrl = await ask(options.baseUrl, 'Base URL, with /v1?', 'https://staging.example.com/v1');
    const name = await ask(options.name, 'What is the target called?', DEFAULTS.name);
    const targetClass = await ask(options.class, 'staging (load allowed) or production (read-only)?', DEFAULTS.class);
    const plans = await ask(options.plans, 'Plans that there are keys for?', DEFAULTS.plans);
    const ci = await ask(options.ci, 'CI: github, gitlab, jenkins or none?', DEFAULTS.ci);
    return { ...options, baseUrl, name, class: targetClass, plans, ci };
  } finally {
    terminal.close();
  }
}

const CLASSES = ['staging', 'production'] as const;
const CI_NAMES = ['github', 'gitlab', 'jenkins', 'none'] as const;

function checked(options: InitOptions, problems: Problems): InitAnswers {
  const { name = DEFAULTS.name, plans = DEFAULTS.plans } = options;
  const { baseUrl } = readTarget(options.baseUrl, problems);
  if (!/^[A-Za-z0-9][A-Za-z0-9_.-]*$/.test(name))
    problems.add(`--name: ${JSON.stringify(name)}; letters, digits, dots, dashes and underscores`);
  return {
    baseUrl,
    name,
    class: oneOf(options.class ?? DEFAULTS.class, CLASSES, '--class', problems),
    plans: plans.split(',').map((plan) => oneOf(plan.trim(), PLAN_NAMES, '--plans', problems)),
    ci: oneOf(options.ci ?? DEFAULTS.ci, CI_NAMES, '--ci', problems),
  };
}

function oneOf<T extends string>(typed: string, known: readonly T[], option: string, problems: Problems): T {
  const found = known.find((one) => one === typed);
  if (found === undefined)
    problems.add(`${option}: ${JSON.stringify(typed)}${didYouMean(typed, known)}; there are ${known.join(', ')}`);
  return found ?? (known[0] as T);
}

function filesFor(answers: InitAnswers): { path: string; text: string }[] {
  const ci = answers.ci === 'none' ? undefined : CI_FILES[answers.ci satisfies CiName];
  return [
    { path: 'storecheck.yaml', text: configText(answers) },
    { path: '.env.storecheck.example', text: envExample(answers) },
    ...(ci === undefined ? [] : [{ path: join(...ci.path.split('/')), text: ci.text(answers) }]),
  ];
}
