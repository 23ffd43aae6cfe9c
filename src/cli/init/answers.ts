import { classOf, TARGET_CLASSES, type TargetClass } from '../../config/index.ts';
import { PLAN_NAMES, type PlanName } from '../../spec/plans.ts';
import { oneOf, type Problems } from '../console/problems.ts';

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
