import { basename, resolve } from 'node:path';
import type { AskedReport, ReporterName } from '../../config/reporters.ts';
import { DEFAULTS } from '../../config/table.ts';
import { classOf } from '../../config/target-class.ts';
import type { Pem, Route } from '../../io/io.ts';
import { addFolderProblem, FILES, fileOf, textOf, whyNotWritable } from '../files/folder.ts';
import type { Call } from './call.ts';
import { readPermit, sendsLoad } from './permit.ts';

/** The settings of every command that sends, with the service, the route to it, and what the run may do to it. */
export type SendSettings = ReturnType<typeof readSettings>;

export function readSettings(call: Call) {
  const { command, flags, problems, settings } = call;
  addFolderProblem(settings.out, problems, call.io);
  const reporting = readReporting(call);
  const { baseUrl = '', window } = settings;
  if (baseUrl === '' && flags.baseUrl === undefined)
    problems.add('--base-url is missing, e.g. --base-url https://staging.example.com/v1');
  const url = baseUrl === '' ? undefined : new URL(baseUrl);
  const host = url?.host ?? '';
  const targetClass = settings.class ?? (url === undefined ? 'production' : classOf(url));
  const route = readRoute(call);
  if (route.proxy !== undefined && url !== undefined && classOf(url) === 'local' && sendsLoad(call))
    problems.add(
      `--proxy: k6 never uses a proxy for the loopback address ${url.host}; use another address of this machine, or remove --proxy (proxy: in storecheck.yaml)`,
    );
  const usualTimeout = command === 'capacity' ? DEFAULTS.capacityTimeoutSeconds : DEFAULTS.timeoutSeconds;
  return {
    ...reporting,
    ...readPermit(call, host, targetClass),
    /** In storecheck.yaml, else the host. */
    name: call.from.target?.name ?? host,
    /** Empty if it is missing, which is a problem. */
    baseUrl,
    host,
    targetClass,
    windowSeconds: window / 1_000,
    timeoutMs: settings.timeout ?? usualTimeout * 1_000,
    route,
  };
}

/** Reads `--proxy`, `--ca` and the target's client certificate. Adds every problem. */
function readRoute(call: Call): Route {
  const { proxy, ca, clientCertificate: files } = call.settings;
  return {
    proxy,
    ca: ca ? readPem(ca, '--ca', call) : undefined,
    cert: files && readPem(files.cert, 'clientCertificate.cert', call),
    key: files && readPem(files.key, 'clientCertificate.key', call),
  };
}

function readPem(file: string, what: string, { problems, io }: Call): Pem | undefined {
  const text = textOf(file, `${what}: cannot read ${file}`, problems, io);
  if (text === undefined) return undefined;
  if (!text.includes('-----BEGIN ')) return problems.add(`${what}: ${file} is not PEM`);
  return { path: resolve(io.cwd, file), text };
}

/** The settings, with what is reported. */
export type Reporting = ReturnType<typeof readReporting>;

export function readReporting({ flags, settings, problems, io }: Call) {
  const { reporter: named = [], quiet } = settings;
  const where = (flags.reporter ?? []).length > 0 ? '--reporter' : 'reporters';
  const written = named.flatMap(({ name, path = '' }) => (path === '' || path === '-' ? [] : [{ name, path }]));
  for (const { name, path } of written) {
    // What `report` reads.
    const isRecord = basename(path) === FILES.journal || (basename(path) === FILES.results && name !== 'json');
    const why = isRecord ? 'the run writes its own files there; choose another name' : whyNotWritable(path, io);
    if (why !== undefined) problems.add(`${where}: cannot write to ${path} (${why})`);
  }
  const printed = named.filter(({ name, path }) => path === '-' || (path === undefined && fileOf(name) === undefined));
  // Several texts for people can share stdout; other formats cannot.
  if (printed.length > 1 && !printed.every(({ name }) => name === 'terminal' || name === 'github'))
    problems.add(
      `${where}: ${printed.map(({ name }) => name).join(' and ')} write to stdout, but only one reporter can; add a path to the others (name=path)`,
    );
  const files = written.map(({ path }) => resolve(io.cwd, path));
  const twice = files.find((file, index) => files.indexOf(file) < index);
  if (twice !== undefined) problems.add(`${where}: two reporters write to ${twice}; use different paths`);
  // The run's folder has files for every CI anyway.
  const usual: readonly ReporterName[] =
    io.env['GITHUB_ACTIONS'] === 'true' && !quiet ? ['terminal', 'github'] : ['terminal'];
  return {
    ...settings,
    reporters: named.length > 0 ? named : usual.map((name): AskedReport => ({ name, path: undefined })),
  };
}
