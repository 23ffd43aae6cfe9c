import type { CertificateFiles } from './route.ts';
import { type ExecutionSegment, segmentArguments } from './segment.ts';

export interface ArgumentsOptions {
  /** Absolute path of the bundled script. */
  readonly script: string;
  /** Absolute path of the script's configuration; not secret, since `-e` values show in `ps`. */
  readonly config: string;
  /** Where k6 finds its secrets. */
  readonly secrets: string;
  readonly certificate?: CertificateFiles | undefined;
  readonly segment?: ExecutionSegment | undefined;
}

/** Names within k6's working folder. */
export const FILES = {
  options: 'options.json',
  journal: 'journal.ndjson',
  config: 'config.json',
} as const;

export function k6Arguments({ script, config, secrets, certificate, segment }: ArgumentsOptions): string[] {
  return [
    'run',
    '--quiet',
    '--no-color',
    '--no-usage-report',
    // Also switches off the summary's memory.
    '--summary-mode=disabled',
    // The console file takes the format of the log: bare messages.
    '--log-format=raw',
    `--console-output=${FILES.journal}`,
    // Holds {}: else ~/.config/k6/config.json is read.
    `--config=${FILES.options}`,
    '--include-system-env-vars=false',
    `--secret-source=file=${secrets}`,
    '-e',
    `CONFIG=${config}`,
    ...(segment === undefined ? [] : segmentArguments(segment)),
    ...(certificate === undefined
      ? []
      : ['-e', `CLIENT_CERT=${certificate.cert}`, '-e', `CLIENT_KEY=${certificate.key}`]),
    script,
  ];
}
