import { letIn } from '../../reshape.ts';
import { each, type Fault, faults } from '../../variant.ts';

const recogniseBy =
  (isIt: (own: string, sent: string) => boolean): Fault['apply'] =>
  () => ({
    recognise: (key, customers) => customers.find((customer) => isIt(customer.key, key)) ?? null,
  });

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
    apply: letIn((request, base) => request.operation === 'list' && base.credential(request) !== null),
  },
  'create-with-unknown-key': {
    title: 'Creates animals for an unknown key',
    breaks: ['auth.unknown-key.create'],
    follows: ['auth.near-miss-key', 'auth.no-side-effect'],
    apply: letIn((request, base) => request.operation === 'create' && base.credential(request) !== null),
  },
  'get-with-unknown-key': {
    title: 'Returns an animal for an unknown key',
    breaks: ['auth.unknown-key.get'],
    follows: ['auth.near-miss-key'],
    apply: letIn((request, base) => request.operation === 'get' && base.credential(request) !== null),
  },
  'any-key': {
    title: 'Accepts any key',
    breaks: ['auth.unknown-key.list', 'auth.unknown-key.create', 'auth.unknown-key.get', 'auth.near-miss-key'],
    follows: ['auth.no-side-effect'],
    apply: letIn((request, base) => base.credential(request) !== null),
  },
  'key-by-its-form': {
    title: 'Accepts any key with the right format',
    breaks: ['auth.unknown-key.list', 'auth.unknown-key.create', 'auth.unknown-key.get', 'auth.near-miss-key'],
    follows: ['auth.no-side-effect'],
    apply: letIn((request, base) => /^ask_\w{12,}$/i.test(base.credential(request) ?? '')),
  },
  ...each(
    {
      'key-beginning-suffices': ['Accepts a prefix of a valid key', (own, sent) => own.startsWith(sent)],
      'key-with-tail': ['Accepts a valid key with extra characters appended', (own, sent) => sent.startsWith(own)],
      'key-case-ignored': ['Compares keys case-insensitively', (own, sent) => own.toLowerCase() === sent.toLowerCase()],
      'key-cut-at-twenty': [
        'Compares only the first 20 characters of a key, like a truncated database column',
        (own, sent) => own.slice(0, 20) === sent.slice(0, 20),
      ],
    } satisfies Readonly<Record<string, readonly [string, Parameters<typeof recogniseBy>[0]]>>,
    ([title, isIt]) => ({ title, breaks: ['auth.near-miss-key'], apply: recogniseBy(isIt) }),
  ),
});
