import type { Env } from '../../io/env.ts';

/** The lines that open and close a folded section in a CI log. */
export interface Fold {
  readonly open: string;
  readonly close: string;
}

const NONE: Fold = { open: '', close: '' };

/** The markers of the current CI; empty elsewhere. */
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
