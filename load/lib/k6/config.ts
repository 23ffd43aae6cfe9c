import { LARGEST_BURST, LOAD_TIMEOUT_SECONDS } from '../../../src/exchange/load-defaults.ts';
import type { LoadConfig, QuotaExperiment } from '../../../src/exchange/records/load-config.ts';
import type { KeyLabel } from '../../../src/exchange/records/schema.ts';

export type Env = Readonly<Record<string, string | undefined>>;

export type FullConfig<E extends QuotaExperiment> = Required<LoadConfig<E>>;

/** The settings from the JSON file named by CONFIG (the driver's way), or from variables (bare k6, load/quota.ts). Throws if they are invalid. */
export function readConfig(env: Env, read: (path: string) => string, keyNumber = 1): FullConfig<QuotaExperiment> {
  const path = env['CONFIG'];
  const config: LoadConfig = path === undefined ? fromVariables(env, keyNumber) : JSON.parse(read(path));
  return checked({ timeoutSeconds: LOAD_TIMEOUT_SECONDS, ...config });
}

function fromVariables(env: Env, keyNumber: number): LoadConfig {
  const windowSeconds = Number(env['WINDOW_SECONDS'] ?? 60);
  const experiments = (env['PLANS'] ?? '').split(',').map((text): QuotaExperiment => {
    const [plan = '', perWindow, perDay] = text.trim().split(':');
    const day = perDay === undefined ? {} : { perDay: Number(perDay) };
    return { plan, key: `${plan}#${keyNumber}`, perWindow: Number(perWindow), windowSeconds, ...day };
  });
  return { run: env['RUN'] ?? 'bare-k6', baseUrl: (env['BASE_URL'] ?? '').replace(/\/+$/, ''), experiments };
}

function checked<E extends QuotaExperiment>(config: FullConfig<E>): FullConfig<E> {
  if (!/^https?:\/\/[^/]/.test(config.baseUrl))
    throw new Error('BASE_URL (or baseUrl of CONFIG) must be the http(s) address, with /v1');
  if (config.experiments.length === 0) throw new Error('no experiment');
  for (const { plan, perWindow, windowSeconds, ...more } of config.experiments) {
    const whole = Number.isInteger(perWindow) && perWindow > 0;
    if (plan === '' || !whole || !(windowSeconds > 0))
      throw new Error('PLANS must read like free:60,pro:300, and WINDOW_SECONDS be a number');
    // A capacity run, whose keys have a share, exhausts no limit.
    if (perWindow > LARGEST_BURST && !('share' in more))
      throw new Error(`${plan}: a burst of more than ${LARGEST_BURST} requests proves nothing`);
  }
  return config;
}

/** Labels of all keys that the experiments need; each is the name of a k6 secret. */
export function keyLabels(experiments: readonly QuotaExperiment[]): KeyLabel[] {
  return experiments.flatMap(({ key, secondKey }) => (secondKey === undefined ? [key] : [key, secondKey]));
}
