import { createInterface } from 'node:readline/promises';
import { classOf, TARGET_CLASSES, type TargetClass } from '../../config/target-class.ts';
import type { Io } from '../../io/io.ts';
import { PLAN_NAMES, type PlanName } from '../../spec/plans.ts';
import { wrap } from '../../text/inert.ts';
import { widthFor } from '../console/console.ts';
import { collectProblems, oneOf, type Problems } from '../console/problems.ts';
import { readTargetUrl } from '../options/settings.ts';

export interface InitAnswers {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly name: string;
  readonly class: TargetClass;
  readonly plans: readonly PlanName[];
}

/** Whether the URL ends with the path prefix of the specification; a gateway may hide it. */
export const lacksVersion = (baseUrl: string): boolean => !/\/v1\/*$/.test(baseUrl);

export const usualClass = (baseUrl: string): TargetClass =>
  URL.canParse(baseUrl) ? classOf(new URL(baseUrl)) : 'production';

export function readName(text: string, problems: Problems): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9_.-]*$/.test(text))
    problems.add(
      `--name: ${JSON.stringify(text)} is not a valid name: use letters, digits, dots, dashes and underscores, and begin with a letter or digit`,
    );
  return text;
}

/** The class of a target; `local` is only for this machine. */
export function readClass(text: string, baseUrl: string, problems: Problems): TargetClass {
  const usual = usualClass(baseUrl);
  if (text === 'local' && usual !== 'local')
    problems.add('--class: local is only for this machine (127.0.0.1, ::1, localhost): use staging or production');
  return oneOf(text, '--class', TARGET_CLASSES, problems) ?? usual;
}

export const readPlans = (text: string, problems: Problems): readonly PlanName[] => [
  ...new Set(text.split(',').flatMap((plan) => oneOf(plan.trim(), '--plans', PLAN_NAMES, problems) ?? [])),
];

export type InitFlags = Partial<Readonly<Record<keyof InitAnswers, string>>>;

/** The class follows from the base URL, and the name is the class. */
export const DEFAULT_PLANS = 'free';

/** Asks for missing flags at the terminal. Repeats a question until the answer is valid. */
export async function ask(flags: InitFlags, { stdin, stdout }: Pick<Io, 'stdin' | 'stdout'>): Promise<InitFlags> {
  const terminal = createInterface({ input: stdin, output: stdout });
  const say = (text: string) => stdout.write(`${wrap(text, widthFor(stdout.columns), '  ')}\n`);
  const answer = async (question: string, usual: string | undefined, read: Reader) => {
    for (;;) {
      const typed = (await terminal.question(usual === undefined ? `${question} ` : `${question} [${usual}] `)).trim();
      const text = typed === '' ? (usual ?? '') : typed;
      if (text === '') continue;
      const problems = collectProblems();
      read(text, problems);
      if (problems.all().length === 0) return text;
      // Messages begin with the flag.
      say(
        problems
          .all()
          .map((problem) => problem.replace(/^--[a-z-]+:? /, ''))
          .join('; '),
      );
    }
  };
  try {
    const baseUrl =
      flags.baseUrl ?? (await withVersion(await answer('Base URL, with /v1?', undefined, readTargetUrl), answer));
    const targetClass =
      flags.class ??
      (await answer('local, staging or production?', usualClass(baseUrl), (text, problems) =>
        readClass(text, baseUrl, problems),
      ));
    const name = flags.name ?? (await answer('Name of the target?', targetClass, readName));
    const plans = flags.plans ?? (await answer('Plans that you have keys for?', DEFAULT_PLANS, readPlans));
    return { ...flags, baseUrl, class: targetClass, name, plans };
  } finally {
    terminal.close();
  }
}

/** Adds a problem for an invalid answer. */
type Reader = (text: string, problems: Problems) => unknown;
type Answer = (question: string, usual: string, read: Reader) => Promise<string>;

async function withVersion(baseUrl: string, answer: Answer): Promise<string> {
  if (!lacksVersion(baseUrl)) return baseUrl;
  return answer(
    'The specification requires the path prefix /v1. Base URL?',
    `${baseUrl.replace(/\/+$/, '')}/v1`,
    readTargetUrl,
  );
}
