import type { Step } from '../../../capacity/index.ts';
import { classOf } from '../../../config/index.ts';
import type { Problems } from '../../console/problems.ts';
import type { Call } from '../../options/call.ts';
import type { TargetSettings } from '../../options/settings.ts';

export type Cluster = ReturnType<typeof readCluster>;

/** The k6 that the load scripts are built for and tested with (load/k6/go.mod). */
export const IMAGE = 'grafana/k6:2.2.0';
/** The image that resumes the paused pods. Without a version the operator would take the latest. */
const STARTER_IMAGE = 'ghcr.io/grafana/k6-operator:starter-v1.6.0';

const LABELS: Readonly<Record<string, string>> = {
  'app.kubernetes.io/name': 'storecheck',
  'app.kubernetes.io/component': 'capacity',
};

/** Labels that the operator and the Job controller set, and by which they and `commands.sh` find the pods. */
const RESERVED = /^(?:app|k6_cr|runner|job-name|controller-uid|batch\.kubernetes\.io\/.*)$/;

const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const SUBDOMAIN = '[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*';
const DNS_NAME = new RegExp(`^(?!.{254})${SUBDOMAIN}$`);
const IMAGE_NAME = /^[a-zA-Z0-9][\w.:/@-]{0,500}$/;
const LABEL_WORD = '[a-zA-Z0-9](?:[-\\w.]{0,61}[a-zA-Z0-9])?';
/** A qualified name of Kubernetes, and a value. */
const LABEL = new RegExp(`^(?:(?![^/]{254})${SUBDOMAIN}/)?${LABEL_WORD}=(?:${LABEL_WORD})?$`);

/** Reads the options that only `--distribute` takes; every problem is added, none thrown. */
export function readCluster({ flags, problems }: Call) {
  const { namespace, k6Image = IMAGE, starterImage = STARTER_IMAGE, pullSecret = [], label = [] } = flags;
  if (namespace !== undefined && !DNS_LABEL.test(namespace))
    problems.add(`--namespace: ${JSON.stringify(namespace)} is not the name of a namespace`);
  for (const [option, image] of Object.entries({ '--k6-image': k6Image, '--starter-image': starterImage }))
    if (!IMAGE_NAME.test(image)) problems.add(`${option}: ${JSON.stringify(image)} is not the name of an image`);
  for (const name of pullSecret)
    if (!DNS_NAME.test(name)) problems.add(`--pull-secret: ${JSON.stringify(name)} is not the name of a Secret`);
  for (const text of label)
    if (!LABEL.test(text)) problems.add(`--label: ${JSON.stringify(text)} must be a label, e.g. --label team=shop`);
  const own = label.map((text) => text.split(/=(.*)/s) as [string, string]);
  for (const [name] of own)
    if (Object.hasOwn(LABELS, name) || RESERVED.test(name))
      problems.add(`--label: ${name} is a label of storecheck, the operator or Kubernetes; use another name`);
  return {
    /** Undefined: the namespace of the current context. */
    ...(namespace === undefined ? {} : { namespace }),
    image: k6Image,
    starterImage,
    pullSecrets: pullSecret,
    /** Whether each pod needs a node of its own; otherwise pods are spread as far as nodes allow. */
    separateNodes: flags.separateNodes === true,
    labels: { ...LABELS, ...Object.fromEntries(own) },
  };
}

const OWN = ['namespace', 'k6Image', 'starterImage', 'separateNodes', 'pullSecret', 'label'] as const;

/** Reports options that have no meaning without a cluster. */
export function rejectClusterOptions({ flags, problems }: Call): void {
  for (const name of OWN) {
    const value = flags[name];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    const option = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    problems.add(`--${option} belongs to --distribute k6-operator`);
  }
}

/** Bytes of a request's journal line, including the prefix of the node. */
const BYTES_PER_REQUEST = 220;

/** By default, a node keeps the last 10 MiB of a pod's log (kubelet, containerLogMaxSize). */
const LOG_BYTES = 10 * 1024 * 1024;

export function addClusterProblems(
  { of, cluster }: { readonly of: number; readonly cluster?: Cluster },
  steps: readonly Step[],
  { route, baseUrl }: Pick<TargetSettings, 'route' | 'baseUrl'>,
  problems: Problems,
): void {
  if (cluster === undefined) return;
  if (baseUrl !== '' && classOf(new URL(baseUrl)) === 'local')
    problems.add(
      `--distribute: ${baseUrl} is a loopback address, and each pod would send to itself; use an address that the cluster can reach`,
    );
  if (route.proxy !== undefined)
    problems.add('--distribute: pods cannot use --proxy; send from your own machines instead (--segments)');
  const most = Math.max(0, ...steps.map(({ count }) => count));
  const needed = Math.ceil((most * BYTES_PER_REQUEST) / LOG_BYTES);
  if (needed > of)
    problems.add(
      `--parallelism: the journal of ${most} requests does not fit into the logs of ${of} pods (a node keeps 10 MiB per pod): use ${needed} pods, or a shorter --step-duration`,
    );
}
