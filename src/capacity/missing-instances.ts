import type { JudgedStep, Together } from './result-schema.ts';

/** Nothing is proven of a step of which a part is not there: what the others saw was answered under a load that nobody knows. */
export function withMissing(step: JudgedStep, { instances, of }: Pick<Together, 'instances' | 'of'>): JudgedStep {
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter((one) => !instances.includes(one));
  if (missing.length === 0) return step;
  const names = missing.length === 1 ? `instance ${missing[0]}` : `instances ${missing.join(', ')}`;
  const because = `${names} of ${of} ${missing.length === 1 ? 'is' : 'are'} missing: storecheck judge merges the journals of all`;
  const { because: before } = step;
  return {
    ...step,
    verdict: 'invalid',
    invalid: 'run',
    because: [because, ...(step.verdict === 'invalid' ? before : [])],
  };
}
