import type { Behaviour, Change } from '../../../src/reference/behaviour.ts';

type Steps = {
  readonly [Step in keyof Behaviour]: Behaviour[Step] extends (...args: infer Args) => infer Result
    ? { readonly args: Args; readonly result: Result }
    : never;
};
type Named = { [Step in keyof Steps]: Steps[Step] extends never ? never : Step }[keyof Steps];

/** Changes what a step returns. */
export const after =
  <Step extends Named>(
    step: Step,
    change: (
      result: Steps[Step]['result'],
      base: Behaviour,
      ...args: Steps[Step]['args'] extends readonly unknown[] ? Steps[Step]['args'] : never
    ) => Steps[Step]['result'],
  ): Change =>
  (base) => {
    const original: (...args: readonly unknown[]) => unknown = base[step] as never;
    const changed: (...args: readonly unknown[]) => unknown = change as never;
    return { [step]: (...args: readonly unknown[]) => changed(original(...args), base, ...args) };
  };
