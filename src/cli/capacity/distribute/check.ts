import type { Step } from '../../../capacity/index.ts';
import type { Problems } from '../../console/problems.ts';
import type { Route } from '../../options/read-route.ts';
import type { Instances } from '../read-instances.ts';

/** A request's line, and what a node sets before it. */
const BYTES_PER_REQUEST = 220;

/** A node keeps the last 10 MiB of a pod's log, where it is not told otherwise (kubelet, containerLogMaxSize). */
const LOG_BYTES = 10 * 1024 * 1024;

/** What cannot be done by a cluster; every problem is added. */
export function tellUndistributable(
  { of, distributor }: Instances,
  steps: readonly Step[],
  route: Route,
  problems: Problems,
): void {
  if (distributor === undefined) return;
  if (route.proxy !== undefined || route.caFile !== undefined || route.certificate !== undefined)
    problems.add(
      `--distribute ${distributor}: the pods would go without --proxy, --ca and clientCertificate; offer the load from machines of your own (--segments)`,
    );
  const most = Math.max(0, ...steps.map(({ count }) => count));
  const needed = Math.ceil((most * BYTES_PER_REQUEST) / LOG_BYTES);
  if (needed > of)
    problems.add(
      `--parallelism: the journal of ${most} requests would not fit into the logs of ${of} pods, of which a node keeps 10 MiB each; take ${needed}, or a shorter --step-duration`,
    );
}
