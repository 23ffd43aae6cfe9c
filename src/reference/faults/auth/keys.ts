import { letIn } from '../../reshape.ts';
import { faults } from '../../variant.ts';

/** Faults that let in requests without a key or with an invalid key. */
export const authKeyFaults = faults({
  'list-without-key': {
    title: 'Lists animals without an Authorization header',
    breaks: ['auth.required.list'],
    follows: ['auth.query-key'],
    apply: letIn(({ operation, headers }) => operation === 'list' && !headers.has('authorization')),
  },
  'create-without-key': {
    title: 'Creates animals without an Authorization header',
    breaks: ['auth.required.create'],
    follows: ['auth.no-side-effect'],
    apply: letIn(({ operation, headers }) => operation === 'create' && !headers.has('authorization')),
  },
  'get-without-key': {
    title: 'Returns an animal without an Authorization header',
    breaks: ['auth.required.get'],
    apply: letIn(({ operation, headers }) => operation === 'get' && !headers.has('authorization')),
  },
  'list-with-unknown-key': {
    title: 'Lists animals for an unknown key',
    breaks: ['auth.unknown-key.list'],
    follows: ['auth.near-miss-key'],
    apply: (base) => letIn((request) => request.operation === 'list' && base.credential(request) !== null)(base),
  },
  'create-with-unknown-key': {
    title: 'Creates animals for an unknown key',
    breaks: ['auth.unknown-key.create'],
    follows: ['auth.near-miss-key', 'auth.no-side-effect'],
    apply: (base) => letIn((request) => request.operation === 'create' && base.credential(request) !== null)(base),
  },
  'get-with-unknown-key': {
    title: 'Returns an animal for an unknown key',
    breaks: ['auth.unknown-key.get'],
    follows: ['auth.near-miss-key'],
    apply: (base) => letIn((request) => request.operation === 'get' && base.credential(request) !== null)(base),
  },
  'any-key': {
    title: 'Accepts any key',
    breaks: ['auth.unknown-key.list', 'auth.unknown-key.create', 'auth.unknown-key.get', 'auth.near-miss-key'],
    follows: ['auth.no-side-effect'],
    apply: (base) => letIn((request) => base.credential(request) !== null)(base),
  },
  'key-by-its-form': {
    title: 'Accepts any key with the right format',
    breaks: ['auth.unknown-key.list', 'auth.unknown-key.create', 'auth.unknown-key.get', 'auth.near-miss-key'],
    follows: ['auth.no-side-effect'],
    apply: (base) => letIn((request) => /^ask_\w{12,}$/i.test(base.credential(request) ?? ''))(base),
  },
  'key-beginning-suffices': {
    title: 'Accepts a prefix of a valid key',
    breaks: ['auth.near-miss-key'],
    apply: () => ({
      recognise: (key, customers) => customers.find((customer) => customer.key.startsWith(key)) ?? null,
    }),
  },
  'key-with-tail': {
    title: 'Accepts a valid key with extra characters appended',
    breaks: ['auth.near-miss-key'],
    apply: () => ({
      recognise: (key, customers) => customers.find((customer) => key.startsWith(customer.key)) ?? null,
    }),
  },
  'key-case-ignored': {
    title: 'Compares keys case-insensitively',
    breaks: ['auth.near-miss-key'],
    apply: () => ({
      recognise: (key, customers) =>
        customers.find((customer) => customer.key.toLowerCase() === key.toLowerCase()) ?? null,
    }),
  },
  'key-cut-at-twenty': {
    title: 'Compares only the first 20 characters of a key, like a truncated database column',
    breaks: ['auth.near-miss-key'],
    apply: () => ({
      recognise: (key, customers) =>
        customers.find((customer) => customer.key.slice(0, 20) === key.slice(0, 20)) ?? null,
    }),
  },
});
