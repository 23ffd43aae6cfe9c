import { spawn } from 'node:child_process';
import process from 'node:process';
import type { Child, ChildEnd, ChildOptions, Clock, Env } from '../../io/io.ts';

const TAIL = 16_000;

/** Starts k6 or Go in its own process group: a second Ctrl-C would end it immediately. Never rejects: a failed start ends with the reason as stderr. */
export function startChild({ path, args, cwd, env, descriptor, graceMs, signal }: ChildOptions, clock: Clock): Child {
  const detached = process.platform !== 'win32';
  const child = spawn(path, args, {
    cwd,
    env,
    detached,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe', descriptor ?? 'ignore'],
  });
  // k6 prints its progress every second. If this process is killed, SIGPIPE ends k6 at the next line (not on Windows).
  child.stdout?.resume();
  let stderrTail = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderrTail = (stderrTail + chunk).slice(-TAIL);
  });
  let isClosed = false;
  const send = (name: NodeJS.Signals) => {
    const { pid } = child;
    if (pid === undefined || isClosed) return;
    try {
      // With its children: Go has compilers, which may outlive it.
      process.kill(detached ? -pid : pid, name);
    } catch {
      // It has just ended.
    }
  };
  const cancels: (() => void)[] = [];
  /** SIGINT lets k6 finish started requests; a second one ends it immediately; SIGKILL if it hangs. */
  const stop = () => {
    send('SIGINT');
    cancels.push(clock.after(graceMs, () => send('SIGINT')));
    cancels.push(clock.after(2 * graceMs, () => send('SIGKILL')));
  };
  if (signal?.aborted === true) stop();
  signal?.addEventListener('abort', stop, { once: true });
  const ended = new Promise<ChildEnd>((resolve) => {
    const end = (code: number | null, killedBy: NodeJS.Signals | null) => {
      isClosed = true;
      for (const cancel of cancels) cancel();
      signal?.removeEventListener('abort', stop);
      resolve({ code, signal: killedBy, stderrTail });
    };
    child.on('error', (error) => {
      stderrTail += error.message;
      if (child.pid === undefined) end(null, null);
    });
    // Not `exit`: stderr may still have data then.
    child.on('close', end);
  });
  return { ended, kill: () => send('SIGKILL') };
}

/**
 * Calls `undo` (synchronous, may be called twice) when the returned function is called, or when this process exits before that. A signal
 * ends a process without `exit` only if nothing listens for it, and commands that run k6 or Go do (src/cli/lifecycle.ts).
 */
export function lastResort(undo: () => void): () => void {
  pending.add(undo);
  return () => {
    pending.delete(undo);
    undo();
  };
}

/** Under one listener: a self-test runs many k6 at the same time. */
const pending = new Set<() => void>();
process.once('exit', () => {
  for (const undo of pending) undo();
});

/** How k6 reaches the service. It reads the files (PEM, absolute paths) itself, without a copy of the private key. */
export interface K6Route {
  readonly proxy?: string | undefined;
  /** Extra CA certificates. */
  readonly caFile?: string | undefined;
  readonly certificate?: { readonly cert: string; readonly key: string } | undefined;
}

const NEEDED = /^(PATH|HOME|USERPROFILE|TMPDIR|TEMP|TMP|SystemRoot|LANG|LC_ALL|SSL_CERT_(FILE|DIR))$/;
const PROXY = /^(https?|all|no)_proxy$/i;
/** Variables with which Go finds its module proxy and its caches. Complete names only: GOLD_KEY may hold a key. */
const GO =
  /^(GO(PATH|ROOT|ENV|FLAGS|TOOLCHAIN|CACHE|MODCACHE|TMPDIR|PROXY|NOPROXY|SUMDB|NOSUMDB|PRIVATE|INSECURE|AUTH|VCS|DEBUG)|XDG_(CACHE|CONFIG)_HOME|GIT_SSL_(CAINFO|CAPATH|NO_VERIFY)|NETRC|APPDATA|LOCALAPPDATA|ProgramData|windir|ComSpec|PATHEXT)$/;

/** Environment of k6: the variables named here and no others. An inherited `K6_ITERATIONS` would replace all scenarios. */
export function k6Environment(env: Env, { proxy, caFile }: K6Route = {}): Record<string, string> {
  const route = {
    ...(proxy === undefined ? {} : { HTTPS_PROXY: proxy, HTTP_PROXY: proxy }),
    ...(caFile === undefined ? {} : { SSL_CERT_FILE: caFile }),
  };
  const kept = keep(env, (name) => NEEDED.test(name));
  // Without these, k6 contacts Grafana's hosts.
  return { ...kept, ...route, K6_NO_USAGE_REPORT: 'true', K6_AUTO_EXTENSION_RESOLUTION: 'false', NO_COLOR: '1' };
}

/** Environment of Go: enough to download modules and compile, and no secrets of the service. */
export function goEnvironment(env: Env): Record<string, string> {
  const kept = keep(env, (name) => NEEDED.test(name) || PROXY.test(name) || GO.test(name));
  // Ignores a go.work file above the checkout.
  return { ...kept, CGO_ENABLED: '0', GOWORK: 'off' };
}

function keep(env: Env, isWanted: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && isWanted(entry[0])),
  );
}
