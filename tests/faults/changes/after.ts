import type { Behaviour, Change } from '../../../src/reference/behaviour.ts';

type Function = (...args: never) => unknown;
type Named = { [Step in keyof Behaviour]: Behaviour[Step] extends Function ? Step : never }[keyof Behaviour];
type Result<Step extends Named> = ReturnType<Extract<Behaviour[Step], Function>>;
type Args<Step extends Named> = Parameters<Extract<Behaviour[Step], Function>>;

/** Changes what a step returns. */
export const after =
  <Step extends Named>(
    step: Step,
    change: (result: Result<Step>, base: Behaviour, ...args: Args<Step>) => Result<Step>,
  ): Change =>
  (base) => {
    const original: (...args: readonly unknown[]) => unknown = base[step] as never;
    const changed: (...args: readonly unknown[]) => unknown = change as never;
    return { [step]: (...args: readonly unknown[]) => changed(original(...args), base, ...args) };
  };
