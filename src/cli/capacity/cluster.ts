import { classOf } from '../../config/target-class.ts';
import type { Step } from '../../exchange/records/capacity-record.ts';
import type { Problems } from '../console/problems.ts';
import type { Call } from '../options/call.ts';
import type { TargetSettings } from '../options/settings.ts';

export interface Cluster {
  /** How many pods share the load. */
  readonly pods: number;
  /** Undefined: the namespace of the current context. */
  readonly namespace?: string | undefined;
}

const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** Reads `--distribute`, `--parallelism` and `--namespace`; undefined if this machine sends. Adds every problem. */
export function readCluster({ flags, settings: { parallelism, namespace }, problems }: Call): Cluster | undefined {
  if (flags.distribute === undefined) {
    for (const [option, value] of Object.entries({ parallelism, namespace }))
      if (value !== undefined) problems.add(`--${option} needs --distribute k6-operator`);
    return undefined;
  }
  if (flags.parallelism === undefined)
    problems.add('--parallelism is missing: the number of pods, e.g. --parallelism 10');
  if (namespace !== undefined && !DNS_LABEL.test(namespace))
    problems.add(`--namespace: ${JSON.stringify(namespace)} is not the name of a namespace`);
  return { pods: parallelism ?? 1, namespace };
}

/** Bytes of a request's journal line, including the prefix of the node. */
const BYTES_PER_REQUEST = 220;

/** By default, a node keeps the last 10 MiB of a pod's log (kubelet, containerLogMaxSize). */
const LOG_BYTES = 10 * 1024 * 1024;

export function addClusterProblems(
  cluster: Cluster | undefined,
  steps: readonly Step[],
  { route, baseUrl }: Pick<TargetSettings, 'route' | 'baseUrl'>,
  problems: Problems,
): void {
  if (cluster === undefined) return;
  if (baseUrl !== '' && classOf(new URL(baseUrl)) === 'local')
    problems.add(
      `--distribute: ${baseUrl} is a loopback address, and each pod would send to itself; use an address that the cluster can reach`,
    );
  if (route.proxy !== undefined) problems.add('--distribute: pods cannot use --proxy');
  const most = Math.max(0, ...steps.map(({ count }) => count));
  const needed = Math.ceil((most * BYTES_PER_REQUEST) / LOG_BYTES);
  if (needed > cluster.pods)
    problems.add(
      `--parallelism: the journal of ${most} requests does not fit into the logs of ${cluster.pods} pods (a node keeps 10 MiB per pod): use ${needed} pods, or a shorter --step-duration`,
    );
}
