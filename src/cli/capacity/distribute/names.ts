/** Names in the cluster. With the suffixes of jobs and services, they must fit into the 63 characters of a DNS label. */
export interface Names {
  readonly configMap: string;
  readonly secret: string;
  /** The name of a step's TestRun, from 0. */
  readonly testRun: (step: number) => string;
}

export function namesFor(run: string): Names {
  const base = `storecheck-${run.toLowerCase().replace(/[^a-z0-9-]/g, '-')}`;
  return { configMap: base, secret: `${base}-keys`, testRun: (step) => `${base}-s${step + 1}` };
}

/** Files in the ConfigMap, which the operator mounts as /test, and the key file from the Secret. */
export const MOUNTED = {
  script: 'capacity.js',
  config: (step: number) => `step-${step + 1}.json`,
  scripts: '/test',
  keys: '/keys',
  keyFile: 'keys',
  /** An argument of k6: the moment (Unix time) after which a pod sends nothing. 0: none. The script fills it in. */
  notAfter: 'NOT_AFTER=0',
} as const;

/** Files in the output folder. */
export const WRITTEN = {
  configMap: 'configmap.yaml',
  testRun: (step: number) => `testrun-${step + 1}.yaml`,
  commands: 'commands.sh',
  /** Made by the script when it starts: a folder serves one run. */
  started: 'started',
  /** Begins the name of each pod's journal. */
  journals: (step: number) => `step-${step + 1}.instance-`,
} as const;
