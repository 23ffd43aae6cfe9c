import { describe, expect, it } from 'vitest';
import { keyLabels, readConfig } from '../../load/lib/k6/config.ts';
import { DEFAULTS } from '../../src/config/index.ts';
import { LOAD_DEFAULTS } from '../../src/exchange/index.ts';

const nothing = (): string => {
  throw new Error('not read');
};

describe('configuration', () => {
  it('has the defaults of the commands', () => expect(DEFAULTS).toMatchObject(LOAD_DEFAULTS));

  it('from variables', () => {
    expect(
      readConfig({ BASE_URL: 'http://127.0.0.1:1/v1/', PLANS: 'free:60, pro:300', WINDOW_SECONDS: '6' }, nothing),
    ).toMatchObject({
      baseUrl: 'http://127.0.0.1:1/v1',
      connections: 50,
      refusals: 8,
      experiments: [
        { plan: 'free', key: 'free#1', perWindow: 60, windowSeconds: 6 },
        { plan: 'pro', key: 'pro#1', perWindow: 300, windowSeconds: 6 },
      ],
    });
  });

  it('from a file', () => {
    const experiments = [
      { plan: 'free', key: 'free#1', secondKey: 'free#2', perWindow: 60, windowSeconds: 60 },
    ] as const;
    const text = JSON.stringify({ run: 'r', baseUrl: 'http://127.0.0.1:1/v1', experiments, connections: 5 });
    const config = readConfig({ CONFIG: '/plan.json' }, (path) => (path === '/plan.json' ? text : ''));
    expect(config).toMatchObject({ run: 'r', connections: 5, perVu: 10_000, experiments });
    expect(keyLabels(config.experiments)).toEqual(['free#1', 'free#2']);
  });

  it.each([
    [{}, 'BASE_URL'],
    [{ BASE_URL: 'http://127.0.0.1:1/v1' }, 'PLANS'],
    [{ BASE_URL: 'http://127.0.0.1:1/v1', PLANS: 'free:many' }, 'PLANS'],
    [{ BASE_URL: 'http://127.0.0.1:1/v1', PLANS: 'free:60', WINDOW_SECONDS: 'long' }, 'WINDOW_SECONDS'],
    [{ BASE_URL: '127.0.0.1:1', PLANS: 'free:60' }, 'BASE_URL'],
  ])('%j is told to be wrong', (env, word) => {
    expect(() => readConfig(env, nothing)).toThrow(word);
  });
});
