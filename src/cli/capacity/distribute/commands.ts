import { relative, resolve } from 'node:path';
import type { CapacityPlan } from '../../../capacity/index.ts';
import type { Io } from '../../../io/io.ts';
import { levelName, perSecond } from '../../../reporters/capacity/words.ts';
import { shellWord } from '../../../text/shell-word.ts';
import { called } from '../../console/called.ts';
import type { TargetSettings } from '../../options/settings.ts';
import type { PooledSource } from '../keys.ts';
import type { CapacitySettings } from '../read-capacity.ts';
import { LABELS, MOUNTED, namesFor, WRITTEN } from './manifests.ts';
import type { Cluster } from './read-cluster.ts';
import { checks, functions } from './shell.ts';

/** k6 starts, writes its last lines and exits; the operator checks every few seconds. */
const SPARE_SECONDS = 60;

/** The shell script that runs the steps in the cluster, judges after each one, and removes everything that it made. */
export function commands(
  {
    plan,
    keySources: sources,
    owned,
    target: { timeoutMs, route },
  }: Pick<CapacitySettings, 'keySources' | 'owned'> & {
    readonly plan: Pick<CapacityPlan, 'steps' | 'instances'>;
    readonly target: Pick<TargetSettings, 'timeoutMs' | 'route'>;
  },
  cluster: Cluster,
  run: string,
  folder: string,
  io: Pick<Io, 'cwd' | 'script'>,
): string {
  const { cwd } = io;
  const { instances = 1, steps } = plan;
  const names = namesFor(run);
  const testRuns = steps.map((_, step) => names.testRun(step));
  const { cert, key } = route.certificate ?? {};
  const certificate = Object.entries({ [MOUNTED.certificate]: cert, [MOUNTED.certificateKey]: key }).flatMap(
    ([name, path]) => (path === undefined ? [] : [{ name, path: shellWord(relative(cwd, path)) }]),
  );
  const files = [
    ...sources.flatMap(({ source }) => ('file' in source ? [shellWord(source.file)] : [])),
    ...certificate.map(({ path }) => path),
  ];
  const variables = sources.flatMap(({ source }) => ('env' in source ? [source.env] : []));
  return [
    '#!/bin/sh',
    `# Offers the load of run ${run} in a cluster with the k6-operator, step by step.`,
    '# Whatever happens, it removes from the cluster everything that it made. SCHEDULING_SECONDS (300): how long pods may take to start.',
    '# STORECHECK: how to call storecheck, if not like the command that wrote this script.',
    '# Exit code: 0 fits, 1 does not fit, 3 not proven, 2 refused before anything was made, 130 after Ctrl-C, 143 after SIGTERM, 129 after the terminal was closed.',
    'set -u',
    '# The paths are relative to the folder in which it was written.',
    `CDPATH= cd -- "$(dirname -- "$0")"/${shellWord(relative(resolve(cwd, folder), cwd) || '.')} || exit 2`,
    `folder=${shellWord(folder)}`,
    `secret=${names.secret}`,
    `config_map=${names.configMap}`,
    `test_runs='${testRuns.join(' ')}'`,
    `pods='${Array.from({ length: instances }, (_, index) => index + 1).join(' ')}'`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: of the shell.
    'scheduling=${SCHEDULING_SECONDS:-300}',
    '# Every call goes to the context that is current now. Without one, kubectl uses the cluster that it runs in.',
    'context=$(kubectl config current-context 2>/dev/null)',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: of the shell.
    'cluster() { kubectl ${context:+--context "$context"} "$@"; }',
    cluster.namespace === undefined
      ? "namespace=$(cluster config view --minify -o 'jsonpath={..namespace}' 2>/dev/null)"
      : `namespace=${cluster.namespace}`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: of the shell.
    'namespace=${namespace:-default}',
    '',
    `storecheck() { if [ -n "\${STORECHECK:-}" ]; then command $STORECHECK "$@"; else command ${called(io)} "$@"; fi; }`,
    '',
    '# The lines of the Secret. The keys pass through a pipe: no file, argument or manifest holds one.',
    `keys() { ${keyLines(sources).join('; ')}; }`,
    functions(MOUNTED.notAfter),
    checks({ files, variables, owned }),
    '',
    '# From here on everything is removed at the end, also after Ctrl-C.',
    `mkdir "$folder/${WRITTEN.started}" || exit 2`,
    'trap clean_up EXIT',
    "trap 'exit 130' INT",
    "trap 'exit 143' TERM",
    "trap 'exit 129' HUP",
    'code=3',
    `keys | cluster create secret generic "$secret" --from-file=${MOUNTED.keyFile}=/dev/stdin${certificate.map(({ name, path }) => ` --from-file=${name}=${path}`).join('')} --dry-run=client -o yaml |`,
    `  cluster label --local -f - ${Object.entries(LABELS)
      .map((label) => shellWord(label.join('=')))
      .join(' ')} -o yaml | kube create -f - || exit 3`,
    `kube create -f "$folder/${WRITTEN.configMap}" || exit 3`,
    ...steps.map(({ level, rps, seconds, warmUpSeconds }, step) => {
      const most = Math.ceil(seconds + warmUpSeconds + timeoutMs / 1_000 + SPARE_SECONDS);
      return `step ${step + 1} ${names.testRun(step)} ${most} '${levelName(level)} of the projected peak: ${perSecond(rps)}' ${[level, steps[step + 1]?.level].flatMap((one) => (one === undefined ? [] : `'${levelName(one)}'`)).join(' ')}`;
    }),
    'exit "$code"',
    '',
  ].join('\n');
}

/** Commands that print the lines of k6's secret file, `pro#1=…`, numbered like the pool. */
function keyLines(sources: readonly PooledSource[]): string[] {
  const plans = [...new Set(sources.map(({ plan }) => plan))];
  return plans.map((plan) => {
    const reads = sources
      .filter((one) => one.plan === plan)
      .map(({ source }) => ('file' in source ? `awk 1 <${shellWord(source.file)}` : `printf '%s\\n' "$${source.env}"`));
    return `{ ${reads.join('; ')}; } | tr -d '\\r' | awk 'NF { print "${plan}#" ++n "=" $1 }'`;
  });
}
