import type { Env } from '../../io/env.ts';

/** What opens and closes lines that a CI's log viewer folds away. */
export interface Fold {
  readonly open: string;
  readonly close: string;
}

const NONE: Fold = { open: '', close: '' };

/** The markers of the CI that runs us; elsewhere none. */
export function foldFor(env: Env, title: string, now: number): Fold {
  if (env['GITHUB_ACTIONS'] === 'true') return { open: `::group::${title}\n`, close: '::endgroup::\n' };
  if (env['GITLAB_CI'] === 'true') {
    const marker = (kind: string) => `\u001b[0Ksection_${kind}:${Math.floor(now / 1000)}:storecheck`;
    return {
      open: `${marker('start')}[collapsed=true]\r\u001b[0K${title}\n`,
      close: `${marker('end')}\r\u001b[0K\n`,
    };
  }
  return NONE;
}
