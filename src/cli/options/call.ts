import type { Command } from 'commander';
import type { Exchange, Rerun } from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import type { Result } from '../../result/result.ts';
import type { Problems } from '../console/problems.ts';
import { type FromFile, readFromFile } from './from-file.ts';
import { type Flags, problemsOf } from './options.ts';

/** A command line while its settings are read. Every reader adds its problems. */
export interface Call {
  /** The name of the command; of a rerun, of the command that it repeats. */
  readonly command: string;
  readonly flags: Flags;
  readonly from: FromFile;
  readonly io: Io;
  readonly problems: Problems;
  /** Present if the call repeats what failed in an earlier run. */
  readonly earlier?: EarlierRun | undefined;
}

/** What a rerun takes from the original run. Overrides the configuration. */
export interface EarlierRun {
  readonly rerun: Rerun;
  readonly target: Pick<Result['target'], 'name' | 'baseUrl' | 'class'>;
  readonly readOnly: boolean;
  readonly windowSeconds: number | undefined;
  readonly enterprisePerMinute: number | undefined;
  /** Exchanges on which its findings rest. */
  readonly cited: readonly Exchange[];
  /** The number of requests of its exploration. */
  readonly explored: number | undefined;
}

/** Begins to read a command line: its unknown options, and the configuration. */
export function readCall(command: Command, flags: Flags, io: Io, name = command.name()): Call {
  const problems = problemsOf(command);
  return { command: name, flags, from: readFromFile(flags, io.cwd, problems), io, problems };
}
