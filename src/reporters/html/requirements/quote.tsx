import type { RequirementResult } from '../../../result/result.ts';
import { Prose } from '../page/prose.tsx';
import { brief } from '../text.ts';

/** The sentence of the specification behind a requirement, with its heading. */
export function Quote({ quote, clause, source }: Pick<RequirementResult, 'quote' | 'clause' | 'source'>) {
  return (
    <blockquote>
      <p>
        “<Prose text={quote} />”
      </p>
      <footer>{brief(source === undefined ? clause : `${clause}; ${source}`)}</footer>
    </blockquote>
  );
}
