import { storeName } from '../changes/payload.ts';
import { each, faults } from '../table.ts';

/** Faults in how a name is read and stored. */
export const createNameFaults = faults({
  'name-in-capitals': {
    title: 'Stores names in upper case',
    breaks: ['create.echo', 'create.text'],
    follows: ['list.agrees-with-created', 'create.name-verbatim'],
    apply: storeName((name) => name.toUpperCase()),
  },
  'name-trimmed': {
    title: 'Trims leading and trailing spaces from names',
    breaks: ['create.name-verbatim'],
    apply: storeName((name) => name.trim()),
  },
  ...each(
    {
      'name-with-plain-quotes': [
        'Replaces typographic quotes and dashes in names',
        (name) => name.replace(/[“”]/g, '"').replace(/[–—]/g, '-'),
      ],
      'name-with-plain-spaces': ['Replaces no-break spaces in names', (name) => name.replace(/\u00a0/g, ' ')],
      'name-escaped': [
        'Stores HTML-escaped names',
        (name) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
      ],
      'name-with-doubled-quotes': [
        'Doubles quotes in names, like SQL escaping',
        (name) => name.replaceAll('"', '""').replaceAll("'", "''"),
      ],
      'name-without-emoji': [
        'Drops characters that take 4 bytes in UTF-8',
        (name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
      ],
      'name-cut-at-255': ['Cuts names after 255 characters', (name) => name.slice(0, 255)],
      'name-as-number': [
        'Stores names that look like numbers in the canonical form of the number',
        (name) => (/^[\d.+-]+(e\d+)?$/.test(name) ? String(Number(name)) : name),
      ],
      'name-unescaped': ['Removes backslashes from names', (name) => name.replaceAll('\\', '')],
      'name-composed': ['Stores names in the normal form NFC', (name) => name.normalize('NFC')],
      'name-without-zero-width': [
        'Removes zero-width characters from names',
        (name) => name.replace(/[\u200b-\u200d\u2060\ufeff]/g, ''),
      ],
      'name-with-line-feeds': ['Replaces CRLF in names with a line feed', (name) => name.replaceAll('\r\n', '\n')],
      'name-percent-decoded': [
        'Decodes percent-encoded characters in names',
        (name) =>
          name.replace(/%([2-7][\da-f])/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      ],
      'name-collapsed': ['Collapses spaces within names', (name) => name.replace(/(\S) +/g, '$1 ')],
    } satisfies Readonly<Record<string, readonly [string, Parameters<typeof storeName>[0]]>>,
    ([title, change]) => ({
      title,
      breaks: ['create.text'],
      follows: ['create.echo', 'list.agrees-with-created', 'create.name-verbatim', 'get.same-as-created'],
      apply: storeName(change),
    }),
  ),
});
