import { classOf, TARGET_CLASSES, type TargetClass } from '../../config/index.ts';
import type { PlanName } from '../../spec/plans.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { collectProblems, didYouMean, UsageError } from '../console/problems.ts';
import { readTargetUrl } from '../options/settings.ts';

/** The input of `init`. */
export interface InitAnswers {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly name: string;
  readonly class: TargetClass;
  readonly plans: readonly PlanName[];
  readonly ci: (typeof CI_NAMES)[number];
  /** What a pipeline installs: an npm spec, or the path or URL of a tarball. */
  readonly package: string;
}

const CI_NAMES = ['github', 'gitlab', 'jenkins', 'none'] as const;
export type CiName = Exclude<(typeof CI_NAMES)[number], 'none'>;

/** A valid answer, or what is wrong with it. */
export type Read<T> = { readonly value: T } | { readonly problem: string };

export function readBaseUrl(text: string): Read<string> {
  const problems = collectProblems();
  const baseUrl = readTargetUrl(text, problems);
  try {
    problems.check();
    return { value: baseUrl };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return {
      problem: error.problems
        .map((one) =>
          one
            .replace(/^--base-url:/, '')
            .replace(/^--base-url/, 'it')
            .trim(),
        )
        .join('; '),
    };
  }
}

/** Whether the URL ends with the path prefix of the specification; a gateway may hide it. */
export const lacksVersion = (baseUrl: string): boolean => !/\/v1$/.test(baseUrl);

export function readName(text: string): Read<string> {
  return /^[A-Za-z0-9][A-Za-z0-9_.-]*$/.test(text)
    ? { value: text }
    : {
        problem: `${JSON.stringify(text)} is not a valid name: use letters, digits, dots, dashes and underscores, and begin with a letter or digit`,
      };
}

/** The class of a target; `local` is only for this machine. */
export function readClass(text: string, baseUrl: string): Read<TargetClass> {
  if (text === 'local' && usualClass(baseUrl) !== 'local')
    return { problem: 'local is only for this machine (127.0.0.1, ::1, localhost): use staging or production' };
  return oneOf(text, TARGET_CLASSES);
}

export const usualClass = (baseUrl: string): TargetClass =>
  URL.canParse(baseUrl) ? classOf(new URL(baseUrl)) : 'production';

export const readCi = (text: string): Read<InitAnswers['ci']> => oneOf(text, CI_NAMES);

export function readPackage(text: string): Read<string> {
  return /^[\w@.:/+~^-]+$/.test(text)
    ? { value: text }
    : {
        problem: `${JSON.stringify(text)} is not an npm spec, a path or a URL of letters, digits and @ . : / + ~ ^ _ -`,
      };
}

export function readPlans(text: string): Read<readonly PlanName[]> {
  const read = text.split(',').map((plan) => oneOf(plan.trim(), PLAN_NAMES));
  const problems = read.flatMap((one) => ('problem' in one ? one.problem : []));
  if (problems.length > 0) return { problem: problems.join('; ') };
  return { value: [...new Set(read.flatMap((one) => ('value' in one ? one.value : [])))] };
}

function oneOf<T extends string>(typed: string, known: readonly T[]): Read<T> {
  const value = known.find((one) => one === typed);
  return value === undefined
    ? { problem: `${JSON.stringify(typed)} is not one of ${known.join(', ')}${didYouMean(typed, known)}` }
    : { value };
}
