export interface ArgumentsOptions {
  /** Absolute path of the bundled script. */
  readonly script: string;
  /** Absolute path of the script's configuration; not secret, since `-e` values show in `ps`. */
  readonly config: string;
}

/** Names within k6's working folder: `--secret-source` splits its value at commas and `=`, which a path may hold. */
export const FILES = {
  keys: 'keys',
  options: 'options.json',
  journal: 'journal.ndjson',
  config: 'config.json',
} as const;

export function k6Arguments({ script, config }: ArgumentsOptions): string[] {
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
    `--secret-source=file=${FILES.keys}`,
    '-e',
    `CONFIG=${config}`,
    script,
  ];
}
