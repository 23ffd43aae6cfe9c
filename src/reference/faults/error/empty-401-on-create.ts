import { onAnswer, reshapeAnswer, withoutBody } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const empty401OnCreate: Fault = {
  id: 'empty-401-on-create',
  title: 'Answers 401 to a creation without a body',
  breaks: ['error.schema', 'auth.required.create', 'auth.unknown-key.create'],
  apply: (base) => reshapeAnswer(base, onAnswer('create', 401), withoutBody),
};
