import { describe, expect, it } from 'vitest';
import { keyLabels, readConfig } from '../../load/lib/k6/config.ts';
import { clientCertificate } from '../../load/lib/k6/options.ts';
import { expectAnswers, goldenIn, thrownBy } from '../golden.ts';

const read = (path: string) => `text of ${path}`;
const baseUrl = 'http://127.0.0.1:1/v1';

describe('the configuration of a load script', () => {
  it('is read from variables', () => {
    const variables = { BASE_URL: `${baseUrl}/`, PLANS: 'free:60, pro:300', WINDOW_SECONDS: '6' };
    expect(readConfig(variables, read)).toMatchObject({
      baseUrl,
      timeoutSeconds: 30,
      experiments: [
        { plan: 'free', key: 'free#1', perWindow: 60, windowSeconds: 6 },
        { plan: 'pro', key: 'pro#1', perWindow: 300, windowSeconds: 6 },
      ],
    });
  });

  it('is read from a file', () => {
    const free = { plan: 'free', key: 'free#1', secondKey: 'free#2', perWindow: 60, windowSeconds: 60 } as const;
    const text = JSON.stringify({ run: 'r', baseUrl, experiments: [free], timeoutSeconds: 5 });
    const config = readConfig({ CONFIG: '/plan.json' }, (path) => (path === '/plan.json' ? text : ''));
    expect(config).toMatchObject({ run: 'r', timeoutSeconds: 5, experiments: [free] });
    expect(keyLabels(config.experiments)).toEqual(['free#1', 'free#2']);
  });

  it('is rejected with the variable to set', () =>
    expectAnswers(goldenIn(import.meta.dirname)('variables.txt'), (question) => {
      const variables = question.split(' ').flatMap((word) => (word.includes('=') ? [word.split('=')] : []));
      return thrownBy(() => readConfig(Object.fromEntries(variables), read));
    }));
});

describe('a client certificate', () => {
  it.each([
    [{ CONFIG: '/c.json' }, {}],
    [{ CLIENT_CERT: '/a', CLIENT_KEY: '/b' }, { tlsAuth: [{ cert: 'text of /a', key: 'text of /b' }] }],
  ])('%j gives the options %j', (env, options) => expect(clientCertificate(env, read)).toEqual(options));

  it.each([{ CLIENT_CERT: '/a.crt' }, { CLIENT_KEY: '/a.key' }])('%j is half of it', (env) =>
    expect(() => clientCertificate(env, read)).toThrow('CLIENT_CERT and CLIENT_KEY belong together'),
  );
});
