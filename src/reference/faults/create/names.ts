import { storeName } from '../../payload.ts';
import { each, faults } from '../../variant.ts';

/** Faults in how a name is read and stored. */
export const createNameFaults = faults({
  'name-in-capitals': {
    title: 'Stores names in upper case',
    breaks: ['create.echo', 'create.text'],
    follows: ['list.agrees-with-created', 'create.name-verbatim'],
    apply: storeName((name) => name.toUpperCase()),
  },
  'name-in-lower-case': {
    title: 'Stores names in lower case',
    breaks: ['create.text'],
    follows: ['create.echo', 'list.agrees-with-created', 'create.name-verbatim'],
    apply: storeName((name) => name.toLowerCase()),
  },
  ...each(
    {
      'name-with-plain-quotes': [
        'Replaces typographic quotes and dashes in names',
        'create.text',
        (name) => name.replace(/[“”]/g, '"').replace(/[–—]/g, '-'),
      ],
      'name-with-plain-spaces': [
        'Replaces no-break spaces in names',
        'create.text',
        (name) => name.replace(/\u00a0/g, ' '),
      ],
      'name-trimmed': ['Trims leading and trailing spaces from names', 'create.name-verbatim', (name) => name.trim()],
      'name-trimmed-behind': ['Trims trailing spaces from names', 'create.name-verbatim', (name) => name.trimEnd()],
    } satisfies Readonly<Record<string, readonly [string, string, Parameters<typeof storeName>[0]]>>,
    ([title, requirement, change]) => ({ title, breaks: [requirement], apply: storeName(change) }),
  ),
  ...each(
    {
      'name-escaped': [
        'Stores HTML-escaped names',
        (name) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
      ],
      'name-without-markup': ['Removes < and > from names', (name) => name.replace(/[<>]/g, '')],
      'name-with-doubled-quotes': [
        'Doubles quotes in names, like SQL escaping',
        (name) => name.replaceAll('"', '""').replaceAll("'", "''"),
      ],
      'name-mojibake': ['Decodes UTF-8 names as Latin-1', (name) => Buffer.from(name).toString('latin1')],
      'name-without-emoji': [
        'Drops characters that take 4 bytes in UTF-8',
        (name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
      ],
      'name-emoji-as-question-mark': [
        'Replaces characters that take 4 bytes in UTF-8 with ?',
        (name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
      ],
      'name-without-accents': ['Removes accents from letters', (name) => name.normalize('NFD').replace(/\p{M}/gu, '')],
      'name-cut-at-255': ['Cuts names after 255 characters', (name) => name.slice(0, 255)],
      'name-unescaped': ['Removes backslashes from names', (name) => name.replaceAll('\\', '')],
    } satisfies Readonly<Record<string, readonly [string, Parameters<typeof storeName>[0]]>>,
    ([title, change]) => ({ title, breaks: ['create.text'], follows: ['create.echo'], apply: storeName(change) }),
  ),
  'name-cut-at-ten': {
    title: 'Stores only the first 10 characters of a name',
    breaks: ['create.echo'],
    follows: ['create.text', 'list.shows-created', 'list.agrees-with-created', 'create.name-verbatim'],
    apply: storeName((name) => name.slice(0, 10)),
  },
  ...each(
    {
      'name-composed': ['Stores names in the normal form NFC', (text) => text.normalize('NFC')],
      'name-without-zero-width': [
        'Removes zero-width characters from names',
        (text) => text.replace(/[\u200b-\u200d\u2060\ufeff]/g, ''),
      ],
      'name-with-line-feeds': ['Replaces CRLF in names with a line feed', (text) => text.replaceAll('\r\n', '\n')],
      'name-percent-decoded': [
        'Decodes percent-encoded characters in names',
        (text) =>
          text.replace(/%([2-7][\da-f])/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      ],
      'name-collapsed': ['Collapses spaces within names', (text) => text.replace(/(\S) +/g, '$1 ')],
    } satisfies Readonly<Record<string, readonly [string, Parameters<typeof storeName>[0]]>>,
    ([title, change]) => ({
      title,
      breaks: ['create.text'],
      follows: ['create.echo', 'list.agrees-with-created', 'create.name-verbatim', 'get.same-as-created'],
      apply: storeName(change),
    }),
  ),
});
