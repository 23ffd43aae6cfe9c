import { accept, andThen, refuse } from '../../message.ts';
import { faults } from '../../variant.ts';

/** Faults in how a name is read and stored. */
export const createNameFaults = faults({
  'name-in-capitals': {
    title: 'Keeps names in capitals',
    breaks: ['create.echo', 'create.text'],
    follows: ['list.agrees-with-created', 'create.name-verbatim'],
    apply: (base) => ({
      ...base,
      readName: (json) => andThen(base.readName(json), (name) => accept(name.toUpperCase())),
    }),
  },
  'name-in-lower-case': {
    title: 'Keeps names in lower case',
    breaks: ['create.text'],
    follows: ['create.echo', 'list.agrees-with-created', 'create.name-verbatim'],
    apply: (base) => ({
      ...base,
      readName: (json) => andThen(base.readName(json), (name) => accept(name.toLowerCase())),
    }),
  },
  'name-trimmed': {
    title: 'Takes the blanks at the ends off a name',
    breaks: ['create.name-verbatim'],
    apply: (base) => ({
      ...base,
      readName: (json) => andThen(base.readName(json), (name) => accept(name.trim())),
    }),
  },
  'name-trimmed-behind': {
    title: 'Takes the blanks behind a name off it',
    breaks: ['create.name-verbatim'],
    apply: (base) => ({
      ...base,
      readName: (json) => andThen(base.readName(json), (name) => accept(name.trimEnd())),
    }),
  },
  'name-escaped': {
    title: 'Keeps names with HTML escapes',
    breaks: ['create.text'],
    follows: ['create.echo'],
    apply: (base) => ({
      ...base,
      readName: (json) =>
        andThen(base.readName(json), (name) =>
          accept(name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
        ),
    }),
  },
  'name-without-markup': {
    title: 'Takes < and > out of names',
    breaks: ['create.text'],
    follows: ['create.echo'],
    apply: (base) => ({
      ...base,
      readName: (json) => andThen(base.readName(json), (name) => accept(name.replace(/[<>]/g, ''))),
    }),
  },
  'name-with-doubled-quotes': {
    title: 'Doubles quotes in names, as an escape for a database',
    breaks: ['create.text'],
    follows: ['create.echo'],
    apply: (base) => ({
      ...base,
      readName: (json) =>
        andThen(base.readName(json), (name) => accept(name.replaceAll('"', '""').replaceAll("'", "''"))),
    }),
  },
  'name-mojibake': {
    title: 'Reads UTF-8 names as Latin-1',
    breaks: ['create.text'],
    follows: ['create.echo'],
    apply: (base) => ({
      ...base,
      readName: (json) => andThen(base.readName(json), (name) => accept(Buffer.from(name).toString('latin1'))),
    }),
  },
  'name-without-emoji': {
    title: 'Drops what needs four bytes in UTF-8',
    breaks: ['create.text'],
    follows: ['create.echo'],
    apply: (base) => ({
      ...base,
      readName: (json) => andThen(base.readName(json), (name) => accept(name.replace(/[\u{10000}-\u{10ffff}]/gu, ''))),
    }),
  },
  'name-emoji-as-question-mark': {
    title: 'Writes ? for what needs four bytes in UTF-8',
    breaks: ['create.text'],
    follows: ['create.echo'],
    apply: (base) => ({
      ...base,
      readName: (json) => andThen(base.readName(json), (name) => accept(name.replace(/[\u{10000}-\u{10ffff}]/gu, '?'))),
    }),
  },
  'name-without-accents': {
    title: 'Drops the accents of letters',
    breaks: ['create.text'],
    follows: ['create.echo'],
    apply: (base) => ({
      ...base,
      readName: (json) => andThen(base.readName(json), (name) => accept(name.normalize('NFD').replace(/\p{M}/gu, ''))),
    }),
  },
  'name-cut-at-ten': {
    title: 'Keeps the first ten characters of a name',
    breaks: ['create.echo'],
    follows: ['create.text', 'list.shows-created', 'list.agrees-with-created', 'create.name-verbatim'],
    apply: (base) => ({
      ...base,
      readName: (json) => andThen(base.readName(json), (name) => accept(name.slice(0, 10))),
    }),
  },
  'non-ascii-name-refused': {
    title: 'Refuses names with letters outside ASCII',
    breaks: ['create.text'],
    apply: (base) => ({
      ...base,
      readName: (json) =>
        andThen(base.readName(json), (name) =>
          /[^ -~]/.test(name) ? refuse('name must be plain letters.') : accept(name),
        ),
    }),
  },
});
