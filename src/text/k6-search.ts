import { type Coded, reasonsFrom } from './template.ts';

/** Why a k6 cannot be used, found or built, by its code. */
export const K6_SEARCH = {
  'no-k6-on-path': 'No k6 on PATH',
  'k6-without-version': '{path} is not k6 2.x: `version --json` printed {found:json}, which has no version',
  'k6-not-started': 'Cannot run {path}: {failure}',
  'k6-silent': 'Cannot run {path}: it printed no version within {seconds} s',
  'k6-other-version': '{path} is k6 {version}, but must be {accepted}',
  'no-k6-in-cache': 'No k6 in the cache: `storecheck doctor --fix` builds it',
  'cache-of-another-user':
    'Not using the k6 cache {root}: user {user} owns {path} and could replace k6. Set XDG_CACHE_HOME to a folder of your own',
  'cache-open-to-others':
    'Not using the k6 cache {root}: other users can write to {path} and could replace k6. Delete {parent}, or set XDG_CACHE_HOME to a folder of your own',
  'built-elsewhere':
    'Process {pid} on {host} has been building k6 for {age} min: wait until it has ended, or remove {lock} if it has ended',
  'cache-not-written':
    'Cannot write to {root} ({failure}): free some space, or set XDG_CACHE_HOME to a folder that you can write to',
  unforeseen: '{failure}',

  // Go
  'no-go': 'No Go on PATH to build k6 with. Install it from https://go.dev/dl/',
  'go-too-old': 'Go {version} is too old: k6 needs Go {oldest} or newer. Install it from https://go.dev/dl/',
  'go-failed':
    'Go could not build k6. A build needs the network (HTTPS_PROXY, GOPROXY), 1 GB of disk and 2 GB of memory:\n{output}',
} as const satisfies Readonly<Record<string, string>>;

export type K6SearchCode = keyof typeof K6_SEARCH;
export type K6SearchProblem = Coded<K6SearchCode>;

/** A problem with the sentence of its code. */
export const k6Missing = reasonsFrom(K6_SEARCH);
