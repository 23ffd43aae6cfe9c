import { accept, andThen } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nameWithoutEmoji: Fault = {
  id: 'name-without-emoji',
  title: 'Drops what needs four bytes in UTF-8',
  breaks: ['create.text'],
  follows: ['create.echo'],
  apply: (base) => ({
    ...base,
    readName: (json) => andThen(base.readName(json), (name) => accept(name.replace(/[\u{10000}-\u{10ffff}]/gu, ''))),
  }),
};
