import { resolve } from 'node:path';
import type { CapacityPlan } from '../../../capacity/index.ts';
import { shellWord } from '../../console/shell-word.ts';
import type { PooledSource } from '../keys.ts';
import { MOUNTED, type Names, WRITTEN } from './names.ts';

/** Pods must be scheduled, and the image pulled, before a step begins. */
const SCHEDULING_SECONDS = 300;

interface Distributed {
  /** Folder of the manifests. */
  readonly folder: string;
  readonly names: Names;
  readonly plan: CapacityPlan;
  readonly sources: readonly PooledSource[];
}

/** The commands as a shell script, step after step, so that the user can stop after a step that fails. */
export function commands(cwd: string, { folder, names, plan, sources }: Distributed): string {
  const file = (name: string) => shellWord(resolve(cwd, folder, name));
  const { instances = 1, steps } = plan;
  const numbers = Array.from({ length: instances }, (_, index) => index + 1).join(' ');
  const lines = [
    'set -eu',
    '',
    '# Creates a Secret with the keys. They pass through a pipe, so no file, argument or manifest contains them.',
    `{ ${keyLines(sources, cwd).join('; ')}; } |`,
    `  kubectl create secret generic ${names.secret} --from-file=${MOUNTED.keyFile}=/dev/stdin`,
    `kubectl create -f ${file(WRITTEN.configMap)}`,
    '',
    ...steps.flatMap(({ level, rps, seconds, warmUpSeconds }, step) => [
      `# ${Math.round(level * 100)} % of the projected peak: ${rps.toFixed(1)} requests/s. Stop here if the previous step is far outside the objectives.`,
      `kubectl create -f ${file(WRITTEN.testRun(step))}`,
      `kubectl wait testrun/${names.testRun(step)} --for=jsonpath='{.status.stage}'=finished --timeout=${Math.ceil(seconds + warmUpSeconds + SCHEDULING_SECONDS)}s`,
      `for i in ${numbers}; do kubectl logs job/${names.testRun(step)}-$i -c k6 | grep '^{"v":1,' >${file(WRITTEN.journals(step))}$i.ndjson; done`,
      `storecheck judge ${file('.')} ${file('step-')}*.ndjson --write || test $? -ne 2`,
      '',
    ]),
    '# Removes everything from the cluster.',
    `kubectl delete secret/${names.secret} configmap/${names.configMap}`,
    `kubectl delete --ignore-not-found ${steps.map((_, step) => `testrun/${names.testRun(step)}`).join(' ')}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Commands that print the lines of k6's secret file, `pro#1=…`, numbered like the pool. */
function keyLines(sources: readonly PooledSource[], cwd: string): string[] {
  const plans = [...new Set(sources.map(({ plan }) => plan))];
  return plans.map((plan) => {
    const reads = sources
      .filter((one) => one.plan === plan)
      .map(({ source }) =>
        'file' in source ? `awk 1 ${shellWord(resolve(cwd, source.file))}` : `printf '%s\\n' "$${source.env}"`,
      );
    return `{ ${reads.join('; ')}; } | tr -d '\\r' | awk 'NF { print "${plan}#" ++n "=" $1 }'`;
  });
}
