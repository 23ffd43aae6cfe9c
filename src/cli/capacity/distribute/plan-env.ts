import { relative, resolve } from 'node:path';
import { rate } from '../../../capacity/words.ts';
import type { CapacityPlan } from '../../../exchange/records/capacity-record.ts';
import type { Io } from '../../../io/io.ts';
import { shellWord } from '../../../text/shell-word.ts';
import { called } from '../../console/console.ts';
import type { TargetSettings } from '../../options/settings.ts';
import type { PooledSource } from '../keys.ts';
import type { CapacitySettings } from '../read-capacity.ts';
import { LABELS, MOUNTED, namesFor } from './manifests.ts';
import type { Cluster } from './read-cluster.ts';

/** k6 starts, writes its last lines and exits; the operator checks every few seconds. */
const SPARE_SECONDS = 60;

/** The parameters of load/k6-operator/commands.sh for one run, in shell. */
export function planEnv(
  {
    plan,
    keySources: sources,
    owned,
    target: { timeoutMs, route },
  }: Pick<CapacitySettings, 'keySources' | 'owned'> & {
    readonly plan: Pick<CapacityPlan, 'steps' | 'instances'>;
    readonly target: Pick<TargetSettings, 'timeoutMs' | 'route'>;
  },
  { pods, namespace = '' }: Cluster,
  run: string,
  folder: string,
  io: Pick<Io, 'cwd' | 'script'>,
): string {
  const { cwd } = io;
  const names = namesFor(run);
  const { cert, key } = route.certificate ?? {};
  const certificate = Object.entries({ [MOUNTED.certificate]: cert, [MOUNTED.certificateKey]: key }).flatMap(
    ([name, path]) => (path === undefined ? [] : [{ name, path: shellWord(relative(cwd, path)) }]),
  );
  const files = [
    ...sources.flatMap(({ source }) => ('file' in source ? [shellWord(source.file)] : [])),
    ...certificate.map(({ path }) => path),
  ];
  const steps = plan.steps.map(({ level, rps, seconds, warmUpSeconds }, step) => {
    const most = Math.ceil(seconds + warmUpSeconds + timeoutMs / 1_000 + SPARE_SECONDS);
    return `${step + 1} ${names.testRun(step)} ${most} ${Math.round(level * 100)} ${rate(rps)}`;
  });
  const labels = Object.entries(LABELS).map((label) => label.join('='));
  const parts = [
    `--from-file=${MOUNTED.keyFile}=/dev/stdin`,
    ...certificate.map(({ name, path }) => `--from-file=${name}=${path}`),
  ];
  return [
    `# Run ${run}, for commands.sh.`,
    `written_in=${shellWord(relative(resolve(cwd, folder), cwd) || '.')}`,
    `folder=${shellWord(folder)}`,
    `namespace=${namespace}`,
    `secret=${names.secret}`,
    `config_map=${names.configMap}`,
    `test_runs='${plan.steps.map((_, step) => names.testRun(step)).join(' ')}'`,
    `pods='${Array.from({ length: pods }, (_, index) => index + 1).join(' ')}'`,
    `keys_needed=${owned.reduce((sum, { keys }) => sum + keys, 0)}`,
    `plans='${owned.map((one) => one.plan).join(', ')}'`,
    `variables='${sources.flatMap(({ source }) => ('env' in source ? [source.env] : [])).join(' ')}'`,
    `files() { ${files.length === 0 ? ':' : `printf '%s\\n' ${files.join(' ')}`}; }`,
    '# The lines of the Secret: names and keys.',
    `keys() { ${keyLines(sources).join('; ')}; }`,
    `planned_secret() { cluster create secret generic "$secret" ${parts.join(' ')} --dry-run=client -o yaml | cluster label --local -f - ${labels.join(' ')} -o yaml; }`,
    `planned_storecheck() { command ${called(io)} "$@"; }`,
    '# Number, TestRun, seconds at most, percent of the projected peak, rate.',
    "steps() { cat <<'END'",
    ...steps,
    'END',
    '}',
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
