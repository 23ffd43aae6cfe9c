import type { Result } from '../../result/result.ts';

/** The name of the target; the demo has its own server. */
export const targetName = ({ run, target }: Pick<Result, 'run' | 'target'>): string =>
  run.command === 'demo' ? 'embedded reference server' : target.name;
