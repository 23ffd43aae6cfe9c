import { DEFAULTS } from '../../config/defaults.ts';
import { classOf, type TargetClass } from '../../config/target-class.ts';
import { type Forbidden, flagsToConfirm, guard, type Permit, permitIfConfirmed, type Wish } from '../../run/guard.ts';
import type { Question } from '../console/confirm.ts';
import type { Problems } from '../console/problems.ts';
import { addFolderProblem } from '../files/folder.ts';
import { type Call, placeIn } from './call.ts';
import { type Reporting, readReporting } from './read-reporting.ts';
import { readRoute } from './read-route.ts';
import { duration } from './values.ts';

/** The service, the route to it, and what the run may do to it. */
export type TargetSettings = ReturnType<typeof readTargetSettings>;

/** The settings of every command that sends: each from the flag, else storecheck.yaml, else its default. */
export type Settings = ReturnType<typeof readSettings>;

const SENDING_LOAD: readonly string[] = ['limits', 'run', 'capacity'];

export function readTargetSettings(call: Call) {
  const { command, flags, problems } = call;
  const { target } = call.from;
  const baseUrl = readTargetUrl(flags.baseUrl ?? target?.baseUrl, problems);
  const url = baseUrl === '' ? undefined : new URL(baseUrl);
  const host = url?.host ?? '';
  const name = target?.name ?? host;
  const targetClass = target?.class ?? (url === undefined ? 'production' : classOf(url));
  const route = readRoute(call);
  if (route.proxy !== undefined && url !== undefined && classOf(url) === 'local' && SENDING_LOAD.includes(command))
    problems.add(
      `--proxy: k6 never uses a proxy for the loopback address ${url.host}; use another address of this machine, or remove --proxy (proxy: in storecheck.yaml)`,
    );
  const windowMs = duration(flags.window, '--window', problems);
  const usualTimeout = command === 'capacity' ? DEFAULTS.capacityTimeoutSeconds : DEFAULTS.timeoutSeconds;
  return {
    ...readPermit(call, host, targetClass),
    /** In storecheck.yaml, else the host. */
    name,
    /** Without a trailing slash; empty if it is missing, which is a problem. */
    baseUrl,
    host,
    targetClass,
    windowSeconds: windowMs === undefined ? (target?.windowSeconds ?? DEFAULTS.windowSeconds) : windowMs / 1_000,
    timeoutMs: duration(flags.timeout, '--timeout', problems) ?? target?.timeoutMs ?? usualTimeout * 1_000,
    route,
    budgets: target?.budgets,
  };
}

export function readSettings(call: Call) {
  const { flags, problems, io } = call;
  const target = readTargetSettings(call);
  addFolderProblem(flags.out, problems, io);
  const reporting: Reporting = readReporting(call);
  return {
    target,
    /** `--max-duration` in milliseconds. */
    maxMs: duration(flags.maxDuration, '--max-duration', problems),
    reporting,
    /** Path of k6, if an option names it. */
    k6: flags.k6,
    out: flags.out,
    dryRun: flags.dryRun === true,
  };
}

interface Permitted {
  readonly permit: Permit;
  readonly forbidden: Forbidden;
  /** Why the run would be refused. Only of a dry run, which plans the requests as if it were allowed. */
  readonly objections: readonly string[];
  /** What the run needs so that it is not refused, in a few words. */
  readonly missing: string | undefined;
  readonly question: Question | undefined;
}

const NOTHING: Permit = { writes: false, load: false };

/** Asks the guard for a permit. Each refusal is a problem, or an objection of a dry run. At a terminal, the user types the missing host name. */
function readPermit(call: Call, host: string, targetClass: TargetClass): Permitted {
  const { command, flags, from, io, problems } = call;
  const forbidden = readForbidden(call);
  if (host === '') return { permit: NOTHING, forbidden, objections: [], missing: undefined, question: undefined };
  const { allow } = from.target ?? {};
  const asked: Wish = {
    targetClass,
    host,
    // In a read-only run, `allow.writes` says only what is possible.
    allowWrites: flags.allowWrites ?? (allow?.writes === true && forbidden.writes === undefined),
    allowLoad: flags.allowLoad ?? allow?.load === true,
    forbidden,
    sendsLoad: SENDING_LOAD.includes(command),
    confirmedHost: flags.confirmHost,
  };
  const isTerminal = io.stdin.isTTY === true && io.stderr.isTTY === true;
  const toConfirm = isTerminal && flags.dryRun !== true ? flagsToConfirm(asked) : [];
  const question = toConfirm.length === 0 ? undefined : { host, flags: toConfirm };
  const wish = question === undefined ? asked : { ...asked, confirmedHost: host };
  const decision = guard(wish);
  if ('permit' in decision) return { permit: decision.permit, forbidden, objections: [], missing: undefined, question };
  const { refused } = decision;
  if (flags.dryRun !== true) for (const reason of refused) problems.missing(reason);
  const isConfirmation = flagsToConfirm(wish).length > 0 && refused.length === 1;
  const missing = isConfirmation
    ? `needs --confirm-host ${host}, or the host name typed at the terminal`
    : 'would be refused with these options';
  return { permit: permitIfConfirmed(wish), forbidden, objections: refused, missing, question };
}

/** What `--read-only` and each `false` of storecheck.yaml forbid, in the words of messages. */
function readForbidden({ flags, from }: Call): Forbidden {
  const places = (['writes', 'load'] as const).flatMap((name) => {
    const { target } = from;
    return target?.allow[name] === false
      ? [[name, `${placeIn(from, ['targets', target.name, 'allow', name])}: false`]]
      : [];
  });
  return {
    ...Object.fromEntries(places),
    ...(flags.readOnly === true ? { writes: '--read-only' } : {}),
  };
}

/** A valid base URL without a trailing slash, or empty. Credentials in it are refused and never printed. */
export function readTargetUrl(text: string | undefined, problems: Problems): string {
  const nowhere = '';
  if (text === undefined)
    return problems.missing('--base-url is missing, e.g. --base-url https://staging.example.com/v1') ?? nowhere;
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
    return (
      problems.add(
        `--base-url: ${text.includes('@') ? 'it' : JSON.stringify(text)} has no scheme; use https://… (or http://… for a local service)`,
      ) ?? nowhere
    );
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return problems.add('--base-url is not a URL, e.g. https://staging.example.com/v1') ?? nowhere;
  }
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isHttp) problems.add(`--base-url: the scheme must be http or https, not ${url.protocol}//`);
  if (url.username !== '' || url.password !== '')
    problems.add('--base-url contains credentials: remove them, and use --key PLAN=env:NAME');
  if (url.search !== '' || url.hash !== '')
    problems.add('--base-url contains a query or fragment: it must end with the path prefix /v1');
  // The origin of any other scheme may be the text "null".
  return isHttp ? `${url.origin}${url.pathname.replace(/\/+$/, '')}` : nowhere;
}
