import type { JudgedStep, Together } from './result-schema.ts';

/** Makes steps with missing instances invalid, because their total load is unknown. */
export function withMissing(step: JudgedStep, { instances, of }: Pick<Together, 'instances' | 'of'>): JudgedStep {
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter((one) => !instances.includes(one));
  if (missing.length === 0) return step;
  const names = missing.length === 1 ? `instance ${missing[0]}` : `instances ${missing.join(', ')}`;
  const because = `${names} of ${of} ${missing.length === 1 ? 'is' : 'are'} missing: merge all journals with storecheck judge`;
  const { because: before } = step;
  return {
    ...step,
    verdict: 'invalid',
    invalid: 'run',
    because: [because, ...(step.verdict === 'invalid' ? before : [])],
  };
}
