import { accept, andThen } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nameEmojiAsQuestionMark: Fault = {
  id: 'name-emoji-as-question-mark',
  title: 'Writes ? for what needs four bytes in UTF-8',
  breaks: ['create.text'],
  follows: ['create.echo'],
  apply: (base) => ({
    ...base,
    readName: (json) => andThen(base.readName(json), (name) => accept(name.replace(/[\u{10000}-\u{10ffff}]/gu, '?'))),
  }),
};
