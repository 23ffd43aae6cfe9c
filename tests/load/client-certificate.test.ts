import { expect, it } from 'vitest';
import { clientCertificate } from '../../load/lib/k6/options.ts';

const read = (path: string) => `text of ${path}`;

it.each([
  [{}, {}],
  [{ CONFIG: '/c.json' }, {}],
  [{ CLIENT_CERT: '/a.crt', CLIENT_KEY: '/a.key' }, { tlsAuth: [{ cert: 'text of /a.crt', key: 'text of /a.key' }] }],
])('%j gives the options %j', (env, options) => {
  expect(clientCertificate(env, read)).toEqual(options);
});

it.each([{ CLIENT_CERT: '/a.crt' }, { CLIENT_KEY: '/a.key' }])('%j is half of it', (env) => {
  expect(() => clientCertificate(env, read)).toThrow('CLIENT_CERT and CLIENT_KEY belong together');
});
