import { letIn } from '../changes/reshape.ts';
import { each, type Fault, faults } from '../table.ts';

const recogniseBy =
  (isIt: (own: string, sent: string) => boolean): Fault['apply'] =>
  () => ({
    recognise: (key, customers) => customers.find((customer) => isIt(customer.key, key)) ?? null,
  });

export const authKeyFaults = faults({
  ...each(
    {
      'create-without-key': ['Creates animals', 'create', ['auth.no-side-effect']],
      'get-without-key': ['Returns an animal', 'get', []],
    },
    ([what, served, follows]) => ({
      title: `${what} without an Authorization header`,
      breaks: [`auth.required.${served}`],
      follows,
      apply: letIn(({ operation, headers }) => operation === served && !headers.has('authorization')),
    }),
  ),
  ...each(
    {
      'list-with-unknown-key': ['Lists animals', 'list', []],
      'create-with-unknown-key': ['Creates animals', 'create', ['auth.no-side-effect']],
      'get-with-unknown-key': ['Returns an animal', 'get', []],
    },
    ([what, served, follows]) => ({
      title: `${what} for an unknown key`,
      breaks: [`auth.unknown-key.${served}`],
      follows: ['auth.near-miss-key', ...follows],
      apply: letIn((request, base) => request.operation === served && base.credential(request) !== null),
    }),
  ),
  'user-kept-after-not-found': {
    title: 'Accepts a request without an Authorization header right after a 404',
    breaks: ['auth.required.get'],
    follows: ['auth.required.list', 'auth.unknown-path'],
    apply: (base) => {
      let isKept = false;
      const behaviour = letIn(({ headers }) => isKept && !headers.has('authorization'))(base);
      return {
        ...behaviour,
        finish: (answer, request, service) => {
          isKept = answer.status === 404;
          return base.finish(answer, request, service);
        },
      };
    },
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
    } satisfies Readonly<Record<string, readonly [string, Parameters<typeof recogniseBy>[0]]>>,
    ([title, isIt]) => ({ title, breaks: ['auth.near-miss-key'], apply: recogniseBy(isIt) }),
  ),
});
