import { refuse } from '../../../src/reference/message.ts';
import { after } from '../changes/after.ts';
import { readInstead } from '../changes/payload.ts';
import { everyNth } from '../changes/reshape.ts';
import { each, faultTable } from '../table.ts';

/** Faults in how names, categories, statuses and ids are read, stored and assigned. */
export const createValueFaults = faultTable({
  'name-in-capitals': {
    title: 'Stores names in upper case',
    breaks: ['create.echo', 'create.text'],
    follows: ['list.agrees-with-created', 'create.name-verbatim'],
    apply: after('readName', (name) => name.toUpperCase()),
  },
  'name-trimmed': {
    title: 'Trims leading and trailing spaces from names',
    breaks: ['create.name-verbatim'],
    apply: after('readName', (name) => name.trim()),
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
      'name-in-two-buffers': [
        'Reads names in two buffers, the first of 24 bytes, which damages a character that reaches into both',
        (name) =>
          [0, 24].map((start) => String(Buffer.from(name).subarray(start, start === 0 ? 24 : undefined))).join(''),
      ],
      'name-as-number': [
        'Stores names that look like numbers in the canonical form of the number',
        (name) => (/^[\d.+-]+(e\d+)?$/.test(name) ? String(Number(name)) : name),
      ],
      'name-unescaped': ['Removes backslashes from names', (name) => name.replaceAll('\\', '')],
      'name-composed': ['Stores names in the normal form NFC', (name) => name.normalize('NFC')],
      'short-name-composed': [
        'Stores names in the normal form NFC, and rejects those of more than 100 characters',
        (name) => (name.length > 100 ? refuse('name is too long.') : name.normalize('NFC')),
      ],
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
    } satisfies Readonly<Record<string, readonly [string, (name: string) => string]>>,
    ([title, change]) => ({
      title,
      breaks: ['create.text'],
      follows: ['create.echo', 'list.agrees-with-created', 'create.name-verbatim', 'get.same-as-created'],
      apply: after('readName', change),
    }),
  ),
  'category-zero-refused': {
    title: 'Rejects category 0',
    breaks: ['create.created'],
    apply: after('readCategory', (category) => (category === 0n ? refuse('categoryId is missing.') : category)),
  },
  'category-minus-one-as-zero': {
    title: 'Stores category -1 as 0, in a store of 25 animals',
    breaks: ['create.echo'],
    follows: ['list.agrees-with-created'],
    needs: { seed: 25 },
    apply: after('readCategory', (category) => (category === -1n ? 0n : category)),
  },
  'category-maximum-refused': {
    title: 'Rejects the largest 64-bit category id',
    breaks: ['create.int64'],
    apply: after('readCategory', (value) => (value === 2n ** 63n - 1n ? refuse('categoryId is too large.') : value)),
  },
  'kept-pending-as-available': {
    title: 'Stores pending animals as available',
    breaks: ['get.same-as-created', 'list.agrees-with-created'],
    follows: ['list.status-filter-complete'],
    apply: after('create', (reply, _base, _request, { store }) => {
      const created = store.animals.pop();
      if (created !== undefined)
        store.animals.push({ ...created, status: created.status === 'pending' ? 'available' : created.status });
      return reply;
    }),
  },
  'payload-known-already': {
    title: 'Assigns the same id again to a repeated payload',
    breaks: ['create.unique-ids'],
    follows: ['list.unique-ids', 'get.same-as-created', 'list.shows-created', 'list.agrees-with-created', 'get.ok'],
    apply: (base) => {
      const ids = new Map<string, bigint>();
      return {
        create: (request, service) => {
          const body = String(request.body);
          const earlier = ids.get(body);
          const nextId = (store: typeof service.store) => earlier ?? service.behaviour.nextId(store);
          const reply = base.create(request, { ...service, behaviour: { ...service.behaviour, nextId } });
          if (reply.status === 201) ids.set(body, service.store.animals.at(-1)?.id ?? 0n);
          return reply;
        },
      };
    },
  },
  'id-given-twice': {
    title: 'Assigns every id to two animals',
    breaks: ['create.unique-ids'],
    follows: ['list.unique-ids', 'get.same-as-created', 'list.shows-created', 'list.agrees-with-created', 'get.ok'],
    apply: (base) => {
      const second = everyNth(2);
      return {
        nextId: (store) => {
          const last = store.animals.at(-1)?.id;
          return last !== undefined && store.animals.length > store.seed && second() ? last : base.nextId(store);
        },
      };
    },
  },
  'ids-start-again': {
    title: 'Restarts ids from the beginning, as after a restart',
    breaks: ['get.same-as-created'],
    follows: ['list.unique-ids', 'create.unique-ids', 'get.ok', 'list.agrees-with-created', 'list.shows-created'],
    needs: { seed: 60 },
    apply: (base) => {
      let next = 0n;
      return {
        nextId: (store) => {
          if (store.animals.length < store.seed) return base.nextId(store);
          next += 1n;
          return next;
        },
      };
    },
  },
  ...each({ 'available-refused': 'available', 'pending-refused': 'pending', 'sold-refused': 'sold' }, (status) => ({
    title: `Rejects ${status} animals`,
    breaks: ['create.each-status'],
    follows: ['create.created', 'create.echo', 'create.schema'],
    apply: readInstead('readStatus', (json) => (json === status ? refuse('status must be another one.') : undefined)),
  })),
  'status-required': {
    title: 'Rejects a payload without a status',
    breaks: ['create.status-optional'],
    follows: ['create.created', 'create.schema', 'create.int64'],
    apply: readInstead('readStatus', (json) => (json === undefined ? refuse('status is required.') : undefined)),
  },
  'category-without-sign': {
    title: 'Stores negative category ids as positive ones',
    breaks: ['create.echo'],
    follows: ['create.int64', 'list.agrees-with-created', 'get.same-as-created', 'create.schema'],
    apply: after('readCategory', (value) => (value < 0n && value > -(2n ** 62n) ? -value : value)),
  },
});
