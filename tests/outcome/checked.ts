import { expect } from 'vitest';
import { expectJudgedAlike, type Start, type Under } from './left.ts';
import { type Pushed, type PushOptions, pushes } from './pushed.ts';

export const FREE_KEY = 'ask_free_9fK2mQx7LpT4vRz8WbN1';
export const PRO_KEY = 'ask_pro_B7nWk4ZtRf9LmCx2QvH8j';

export interface CheckOptions extends Pick<PushOptions, 'env' | 'args'> {
  readonly plan?: 'free' | 'pro';
  readonly key?: string;
}

export type Checked = Pushed;

/** `storecheck check` with one key, by a way to start commands: under way, and to its end with what it left in its folder. */
export function checks<Options extends object, Running extends Under>(start: Start<Options, Running>) {
  const { startPush } = pushes(start);
  const startCheck = (baseUrl: string, options?: CheckOptions & Options) => {
    const { plan = 'pro', key = plan === 'pro' ? PRO_KEY : FREE_KEY }: CheckOptions = options ?? {};
    return startPush(baseUrl, { ...(options as Options), command: 'check', keys: { [plan]: key } });
  };
  const check = (...call: Parameters<typeof startCheck>): Promise<Checked> => startCheck(...call).ended;
  return { startCheck, check };
}

/** However a service behaves: no crash, no hang, a pass only where it is legal, and the journal judged again gives the same bytes. */
export function expectUnshaken(checked: Checked, isLegal = false): void {
  expect(checked.hung, 'it hung').toBe(false);
  expect(checked.said).not.toContain('internal error');
  expect(isLegal ? [0, 1, 3] : [1, 3], checked.said.slice(-600)).toContain(checked.code);
  expect(checked.result?.exitCode).toBe(checked.code);
  expectJudgedAlike(checked);
}

/** The id of the verdict of a requirement, e.g. `fail`. */
export function verdictOf({ result }: Checked, id: string): string | undefined {
  return result?.requirements.find((row) => row.id === id)?.verdict;
}
