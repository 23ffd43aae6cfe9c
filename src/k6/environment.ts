/** Environment variables, e.g. `process.env`. */
export type Env = Readonly<Record<string, string | undefined>>;

const NEEDED = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'LANG',
  'LC_ALL',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
];
const PROXY = /^(https?|all|no)_proxy$/i;
/** What Go needs to reach its module proxy and its caches; by whole names, since a key may stand in GOLD_KEY. */
const GO =
  /^(GO(PATH|ROOT|ENV|FLAGS|TOOLCHAIN|CACHE|MODCACHE|TMPDIR|PROXY|NOPROXY|SUMDB|NOSUMDB|PRIVATE|INSECURE|AUTH|VCS|DEBUG)|XDG_(CACHE|CONFIG)_HOME|GIT_SSL_(CAINFO|CAPATH|NO_VERIFY)|NETRC|APPDATA|LOCALAPPDATA|ProgramData|windir|ComSpec|PATHEXT)$/;

/**
 * k6's environment: only what is named here gets in. An inherited `K6_ITERATIONS` would silently replace all scenarios, a proxy
 * would answer for the service, and a script sees every variable, secrets too.
 */
export function k6Environment(env: Env, proxy = false): Record<string, string> {
  const kept = keep(env, (name) => NEEDED.includes(name) || (proxy && PROXY.test(name)));
  // Without these k6 looks up Grafana's hosts.
  return { ...kept, K6_NO_USAGE_REPORT: 'true', K6_AUTO_EXTENSION_RESOLUTION: 'false', NO_COLOR: '1' };
}

export function goEnvironment(env: Env): Record<string, string> {
  const kept = keep(env, (name) => NEEDED.includes(name) || PROXY.test(name) || GO.test(name));
  // A go.work above the checkout would take the module for one of its own.
  return { ...kept, CGO_ENABLED: '0', GOWORK: 'off' };
}

function keep(env: Env, wanted: (name: string) => boolean): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined && wanted(name)) kept[name] = value;
  return kept;
}
