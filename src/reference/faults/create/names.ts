import { accept, andThen } from '../../message.ts';
import { faults } from '../../variant.ts';

/** Faults in how a name is read and stored. */
export const createNameFaults = faults({
  'name-in-capitals': {
    title: 'Stores names in upper case',
    breaks: ['create.echo', 'create.text'],
    follows: ['list.agrees-with-created', 'create.name-verbatim'],
    apply: (base) => ({ readName: (json) => andThen(base.readName(json), (name) => accept(name.toUpperCase())) }),
  },
  'name-in-lower-case': {
    title: 'Stores names in lower case',
    breaks: ['create.text'],
    follows: ['create.echo', 'list.agrees-with-created', 'create.name-verbatim'],
    apply: (base) => ({ readName: (json) => andThen(base.readName(json), (name) => accept(name.toLowerCase())) }),
  },
  'name-with-plain-quotes': {
    title: 'Replaces typographic quotes and dashes in names',
    breaks: ['create.text'],
    apply: (base) => ({
      readName: (json) =>
        andThen(base.readName(json), (name) => accept(name.replace(/[“”]/g, '"').replace(/[–—]/g, '-'))),
    }),
  },
  'name-with-plain-spaces': {
    title: 'Replaces no-break spaces in names',
    breaks: ['create.text'],
    apply: (base) => ({
      readName: (json) => andThen(base.readName(json), (name) => accept(name.replace(/\u00a0/g, ' '))),
    }),
  },
  'name-trimmed': {
    title: 'Trims leading and trailing spaces from names',
    breaks: ['create.name-verbatim'],
    apply: (base) => ({ readName: (json) => andThen(base.readName(json), (name) => accept(name.trim())) }),
  },
  'name-trimmed-behind': {
    title: 'Trims trailing spaces from names',
    breaks: ['create.name-verbatim'],
    apply: (base) => ({ readName: (json) => andThen(base.readName(json), (name) => accept(name.trimEnd())) }),
  },
  'name-escaped': {
    title: 'Stores HTML-escaped names',
    breaks: ['create.text'],
    follows: ['create.echo'],
    apply: (base) => ({
      readName: (json) =>
        andThen(base.readName(json), (name) =>
          accept(name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
        ),
    }),
  },
  'name-without-markup': {
    title: 'Removes < and > from names',
    breaks: ['create.text'],
    follows: ['create.echo'],
    apply: (base) => ({
      readName: (json) => andThen(base.readName(json), (name) => accept(name.replace(/[<>]/g, ''))),
    }),
  },
  'name-with-doubled-quotes': {
    title: 'Doubles quotes in names, like SQL escaping',
    breaks: ['create.text'],
    follows: ['create.echo'],
    apply: (base) => ({
      readName: (json) =>
        andThen(base.readName(json), (name) => accept(name.replaceAll('"', '""').replaceAll("'", "''"))),
    }),
  },
  'name-mojibake': {
    title: 'Decodes UTF-8 names as Latin-1',
    breaks: ['create.text'],
    follows: ['create.echo'],
    apply: (base) => ({
      readName: (json) => andThen(base.readName(json), (name) => accept(Buffer.from(name).toString('latin1'))),
    }),
  },
  'name-without-emoji': {
    title: 'Drops characters that take 4 bytes in UTF-8',
    breaks: ['create.text'],
    follows: ['create.echo'],
    apply: (base) => ({
      readName: (json) => andThen(base.readName(json), (name) => accept(name.replace(/[\u{10000}-\u{10ffff}]/gu, ''))),
    }),
  },
  'name-emoji-as-question-mark': {
    title: 'Replaces characters that take 4 bytes in UTF-8 with ?',
    breaks: ['create.text'],
    follows: ['create.echo'],
    apply: (base) => ({
      readName: (json) => andThen(base.readName(json), (name) => accept(name.replace(/[\u{10000}-\u{10ffff}]/gu, '?'))),
    }),
  },
  'name-without-accents': {
    title: 'Removes accents from letters',
    breaks: ['create.text'],
    follows: ['create.echo'],
    apply: (base) => ({
      readName: (json) => andThen(base.readName(json), (name) => accept(name.normalize('NFD').replace(/\p{M}/gu, ''))),
    }),
  },
  'name-cut-at-ten': {
    title: 'Stores only the first 10 characters of a name',
    breaks: ['create.echo'],
    follows: ['create.text', 'list.shows-created', 'list.agrees-with-created', 'create.name-verbatim'],
    apply: (base) => ({ readName: (json) => andThen(base.readName(json), (name) => accept(name.slice(0, 10))) }),
  },
  'name-cut-at-255': {
    title: 'Cuts names after 255 characters',
    breaks: ['create.text'],
    follows: ['create.echo'],
    apply: (base) => ({ readName: (json) => andThen(base.readName(json), (name) => accept(name.slice(0, 255))) }),
  },
  'name-unescaped': {
    title: 'Removes backslashes from names',
    breaks: ['create.text'],
    follows: ['create.echo'],
    apply: (base) => ({
      readName: (json) => andThen(base.readName(json), (name) => accept(name.replaceAll('\\', ''))),
    }),
  },
  'name-composed': {
    title: 'Stores names in the normal form NFC',
    breaks: ['create.text'],
    follows: ['create.echo', 'list.agrees-with-created', 'create.name-verbatim', 'get.same-as-created'],
    apply: (base) => ({ readName: (json) => andThen(base.readName(json), (text) => accept(text.normalize('NFC'))) }),
  },
  'name-without-zero-width': {
    title: 'Removes zero-width characters from names',
    breaks: ['create.text'],
    follows: ['create.echo', 'list.agrees-with-created', 'create.name-verbatim', 'get.same-as-created'],
    apply: (base) => ({
      readName: (json) =>
        andThen(base.readName(json), (text) => accept(text.replace(/[\u200b-\u200d\u2060\ufeff]/g, ''))),
    }),
  },
  'name-with-line-feeds': {
    title: 'Replaces CRLF in names with a line feed',
    breaks: ['create.text'],
    follows: ['create.echo', 'list.agrees-with-created', 'create.name-verbatim', 'get.same-as-created'],
    apply: (base) => ({
      readName: (json) => andThen(base.readName(json), (text) => accept(text.replaceAll('\r\n', '\n'))),
    }),
  },
  'name-percent-decoded': {
    title: 'Decodes percent-encoded characters in names',
    breaks: ['create.text'],
    follows: ['create.echo', 'list.agrees-with-created', 'create.name-verbatim', 'get.same-as-created'],
    apply: (base) => ({
      readName: (json) =>
        andThen(base.readName(json), (text) =>
          accept(
            text.replace(/%([2-7][\da-f])/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          ),
        ),
    }),
  },
  'name-collapsed': {
    title: 'Collapses spaces within names',
    breaks: ['create.text'],
    follows: ['create.echo', 'list.agrees-with-created', 'create.name-verbatim', 'get.same-as-created'],
    apply: (base) => ({
      readName: (json) => andThen(base.readName(json), (text) => accept(text.replace(/(\S) +/g, '$1 '))),
    }),
  },
});
