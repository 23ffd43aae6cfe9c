import type { Step } from '../../../capacity/index.ts';
import { classOf } from '../../../config/index.ts';
import type { Problems } from '../../console/problems.ts';
import type { TargetSettings } from '../../options/settings.ts';
import type { Instances } from '../read-instances.ts';

/** Bytes of a request's journal line, including the prefix of the node. */
const BYTES_PER_REQUEST = 220;

/** By default, a node keeps the last 10 MiB of a pod's log (kubelet, containerLogMaxSize). */
const LOG_BYTES = 10 * 1024 * 1024;

/** What cannot be done by a cluster; every problem is added. */
export function addClusterProblems(
  { of, cluster }: Instances,
  steps: readonly Step[],
  { route, baseUrl }: Pick<TargetSettings, 'route' | 'baseUrl'>,
  problems: Problems,
): void {
  if (cluster === undefined) return;
  if (baseUrl !== '' && classOf(new URL(baseUrl)) === 'local')
    problems.add(
      `--distribute: ${baseUrl} is a loopback address, and each pod would send to itself; use an address that the cluster can reach`,
    );
  if (route.proxy !== undefined || route.caFile !== undefined || route.certificate !== undefined)
    problems.add(
      '--distribute: pods cannot use --proxy, --ca or clientCertificate; send from your own machines instead (--segments)',
    );
  const most = Math.max(0, ...steps.map(({ count }) => count));
  const needed = Math.ceil((most * BYTES_PER_REQUEST) / LOG_BYTES);
  if (needed > of)
    problems.add(
      `--parallelism: the journal of ${most} requests does not fit into the logs of ${of} pods (a node keeps 10 MiB per pod): use ${needed} pods, or a shorter --step-duration`,
    );
}
