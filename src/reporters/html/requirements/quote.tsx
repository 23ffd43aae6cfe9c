import type { RequirementResult } from '../../../result/result.ts';
import { Prose } from '../page/prose.tsx';
import { brief } from '../text.ts';

/** The sentence that a requirement rests on, and where it stands. */
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
