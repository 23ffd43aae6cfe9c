import { letIn } from '../../reshape.ts';
import { faults } from '../../variant.ts';

/** Faults in who is let in: callers without a key, or with a key that is not valid. */
export const authKeyFaults = faults({
  'list-without-key': {
    title: 'Lists animals for callers without an Authorization header',
    breaks: ['auth.required.list'],
    follows: ['auth.query-key'],
    apply: (base) => letIn(base, ({ operation, headers }) => operation === 'list' && !headers.has('authorization')),
  },
  'create-without-key': {
    title: 'Adds animals for callers without an Authorization header',
    breaks: ['auth.required.create'],
    follows: ['auth.no-side-effect'],
    apply: (base) => letIn(base, ({ operation, headers }) => operation === 'create' && !headers.has('authorization')),
  },
  'get-without-key': {
    title: 'Shows an animal for callers without an Authorization header',
    breaks: ['auth.required.get'],
    apply: (base) => letIn(base, ({ operation, headers }) => operation === 'get' && !headers.has('authorization')),
  },
  'list-with-unknown-key': {
    title: 'Lists animals for a key that nobody was given',
    breaks: ['auth.unknown-key.list'],
    follows: ['auth.near-miss-key'],
    apply: (base) => letIn(base, (request) => request.operation === 'list' && base.credential(request) !== null),
  },
  'create-with-unknown-key': {
    title: 'Adds animals for a key that nobody was given',
    breaks: ['auth.unknown-key.create'],
    follows: ['auth.near-miss-key', 'auth.no-side-effect'],
    apply: (base) => letIn(base, (request) => request.operation === 'create' && base.credential(request) !== null),
  },
  'get-with-unknown-key': {
    title: 'Shows an animal for a key that nobody was given',
    breaks: ['auth.unknown-key.get'],
    follows: ['auth.near-miss-key'],
    apply: (base) => letIn(base, (request) => request.operation === 'get' && base.credential(request) !== null),
  },
  'any-key': {
    title: 'Checks that a key is there, not which one',
    breaks: ['auth.unknown-key.list', 'auth.unknown-key.create', 'auth.unknown-key.get', 'auth.near-miss-key'],
    follows: ['auth.no-side-effect'],
    apply: (base) => letIn(base, (request) => base.credential(request) !== null),
  },
  'key-by-its-form': {
    title: 'Takes everything that looks like one of its keys',
    breaks: ['auth.unknown-key.list', 'auth.unknown-key.create', 'auth.unknown-key.get', 'auth.near-miss-key'],
    follows: ['auth.no-side-effect'],
    apply: (base) => letIn(base, (request) => /^ask_\w{12,}$/i.test(base.credential(request) ?? '')),
  },
  'key-beginning-suffices': {
    title: 'Takes the beginning of a key for the key',
    breaks: ['auth.near-miss-key'],
    apply: (base) => ({
      ...base,
      recognise: (key, customers) => customers.find((customer) => customer.key.startsWith(key)) ?? null,
    }),
  },
  'key-with-tail': {
    title: 'Takes a key with characters appended',
    breaks: ['auth.near-miss-key'],
    apply: (base) => ({
      ...base,
      recognise: (key, customers) => customers.find((customer) => key.startsWith(customer.key)) ?? null,
    }),
  },
  'key-case-ignored': {
    title: 'Compares keys without regard to letter case',
    breaks: ['auth.near-miss-key'],
    apply: (base) => ({
      ...base,
      recognise: (key, customers) =>
        customers.find((customer) => customer.key.toLowerCase() === key.toLowerCase()) ?? null,
    }),
  },
  'key-cut-at-twenty': {
    title: 'Compares the first twenty characters of a key, as a cut column does',
    breaks: ['auth.near-miss-key'],
    apply: (base) => ({
      ...base,
      recognise: (key, customers) =>
        customers.find((customer) => customer.key.slice(0, 20) === key.slice(0, 20)) ?? null,
    }),
  },
});
