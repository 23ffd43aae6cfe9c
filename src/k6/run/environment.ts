import type { Env, Route } from '../../io/io.ts';

const NEEDED = /^(PATH|HOME|USERPROFILE|TMPDIR|TEMP|TMP|SystemRoot|LANG|LC_ALL|SSL_CERT_(FILE|DIR))$/;
const PROXY = /^(https?|all|no)_proxy$/i;
/** Variables with which Go finds its module proxy and its caches. Complete names only: GOLD_KEY may hold a key. */
const GO =
  /^(GO(PATH|ROOT|ENV|FLAGS|TOOLCHAIN|CACHE|MODCACHE|TMPDIR|PROXY|NOPROXY|SUMDB|NOSUMDB|PRIVATE|INSECURE|AUTH|VCS|DEBUG)|XDG_(CACHE|CONFIG)_HOME|GIT_SSL_(CAINFO|CAPATH|NO_VERIFY)|NETRC|APPDATA|LOCALAPPDATA|ProgramData|windir|ComSpec|PATHEXT)$/;

/** Environment of k6: the variables named here and no others. An inherited `K6_ITERATIONS` would replace all scenarios. */
export function k6Environment(env: Env, { proxy, ca }: Route = {}): Record<string, string> {
  const route = {
    ...(proxy === undefined ? {} : { HTTPS_PROXY: proxy, HTTP_PROXY: proxy }),
    ...(ca === undefined ? {} : { SSL_CERT_FILE: ca.path }),
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
