import type { Step } from '../../../capacity/index.ts';
import type { Problems } from '../../console/problems.ts';
import type { Route } from '../../options/read-route.ts';
import type { Instances } from '../read-instances.ts';

/** Bytes of a request's journal line, including the prefix of the node. */
const BYTES_PER_REQUEST = 220;

/** By default, a node keeps the last 10 MiB of a pod's log (kubelet, containerLogMaxSize). */
const LOG_BYTES = 10 * 1024 * 1024;

/** Adds a problem for settings that a cluster does not support. */
export function addClusterProblems(
  { of, distributor }: Instances,
  steps: readonly Step[],
  route: Route,
  problems: Problems,
): void {
  if (distributor === undefined) return;
  if (route.proxy !== undefined || route.caFile !== undefined || route.certificate !== undefined)
    problems.add(
      `--distribute ${distributor} does not support --proxy, --ca and clientCertificate: use your own machines (--segments)`,
    );
  const most = Math.max(0, ...steps.map(({ count }) => count));
  const needed = Math.ceil((most * BYTES_PER_REQUEST) / LOG_BYTES);
  if (needed > of)
    problems.add(
      `--parallelism: the journal of ${most} requests does not fit into the logs of ${of} pods (a node keeps 10 MiB per pod): use ${needed} pods, or a shorter --step-duration`,
    );
}
