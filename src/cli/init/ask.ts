import { createInterface } from 'node:readline/promises';
import type { Io } from '../../io/io.ts';
import { wrap } from '../../reporters/text/inert.ts';
import { widthFor } from '../console/console.ts';
import {
  type InitAnswers,
  lacksVersion,
  type Read,
  readBaseUrl,
  readCi,
  readClass,
  readName,
  readPlans,
  usualClass,
} from './answers.ts';

export type InitFlags = Partial<Readonly<Record<keyof InitAnswers, string>>>;

/** The defaults. The class follows from the base URL, and the name is the class. */
export const DEFAULTS = { plans: 'free', ci: 'none' } as const;

/** Asks for missing flags at the terminal. Repeats a question until the answer is valid. `mayWrite` checks the CI's file. */
export async function ask(
  flags: InitFlags,
  mayWrite: (ci: InitAnswers['ci']) => string | undefined,
  { stdin, stdout }: Pick<Io, 'stdin' | 'stdout'>,
): Promise<InitFlags> {
  const terminal = createInterface({ input: stdin, output: stdout });
  const say = (text: string) => stdout.write(`${wrap(text, widthFor(stdout.columns), '  ')}\n`);
  const answer = async (question: string, usual: string | undefined, read: (text: string) => Read<unknown>) => {
    for (;;) {
      const typed = (await terminal.question(usual === undefined ? `${question} ` : `${question} [${usual}] `)).trim();
      const text = typed === '' ? (usual ?? '') : typed;
      if (text === '') continue;
      const found = read(text);
      if ('value' in found) return text;
      say(found.problem);
    }
  };
  try {
    const baseUrl =
      flags.baseUrl ?? (await withVersion(await answer('Base URL, with /v1?', undefined, readBaseUrl), answer));
    const targetClass =
      flags.class ??
      (await answer('staging (load allowed) or production (read-only)?', usualClass(baseUrl), (text) =>
        readClass(text, baseUrl),
      ));
    const name = flags.name ?? (await answer('Name of the target?', targetClass, readName));
    const plans = flags.plans ?? (await answer('Plans that you have keys for?', DEFAULTS.plans, readPlans));
    const ci =
      flags.ci ??
      (await answer('CI: github, gitlab, jenkins or none?', DEFAULTS.ci, (text) => {
        const read = readCi(text);
        const problem = 'value' in read ? mayWrite(read.value) : undefined;
        return problem === undefined ? read : { problem: `${problem}; or answer none` };
      }));
    return { ...flags, baseUrl, class: targetClass, name, plans, ci };
  } finally {
    terminal.close();
  }
}

type Answer = (question: string, usual: string, read: (text: string) => Read<unknown>) => Promise<string>;

async function withVersion(baseUrl: string, answer: Answer): Promise<string> {
  if (!lacksVersion(baseUrl.replace(/\/+$/, ''))) return baseUrl;
  return answer(
    'The specification requires the path prefix /v1. Base URL?',
    `${baseUrl.replace(/\/+$/, '')}/v1`,
    readBaseUrl,
  );
}
