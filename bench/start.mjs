// Measures the time before the first request: start, configuration, cost estimate, lock of the keys in the ledger.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundled, CLI, measuring, medianOf, node, row, work } from './tools.mjs';

const ROUNDS = 7;
const TARGETS = 8;
const WAIVERS = 25;

export async function startRows() {
  measuring('the start of the command');
  const help = medianOf(ROUNDS, () => node([CLI, '--help']));
  const empty = medianOf(ROUNDS, () => node(['-e', '0']));
  row('--help', `${help.toFixed(0)} ms`, `${(help / empty).toFixed(2)} × an empty node (under 150 ms)`, help < 150);
  const file = join(work, 'storecheck.yaml');
  const text = configuration();
  writeFileSync(file, text);
  const args = [CLI, 'check', '--config', file, '--target', 'target-7', '--dry-run'];
  const env = { ...process.env, BENCH_KEY: 'bench-key-of-nobody', PRO_7: 'bench-key-of-another' };
  const estimate = medianOf(ROUNDS, () => node(args, { env }));
  const size = `${TARGETS} targets, ${WAIVERS} waivers, ${(text.length / 1000).toFixed(0)} kB`;
  row('configuration and cost estimate', `${estimate.toFixed(0)} ms`, `${size} (under 200 ms)`, estimate < 200);
  const ledger = JSON.parse(node([await bundled('bench/ledger.ts')]).stdout);
  row(
    'ledger of 1,000 runs',
    `${ledger.kilobytes.toFixed(0)} kB, ${ledger.milliseconds.toFixed(1)} ms`,
    'size, and time of one more run (under 100 kB and 5 ms)',
    ledger.kilobytes < 100 && ledger.milliseconds < 5,
  );
}

function configuration() {
  const targets = Array.from(
    { length: TARGETS },
    (_, index) => `  target-${index}:
    baseUrl: https://store-${index}.example.com/v1
    class: staging
    keys: { free: [ { env: BENCH_KEY } ], pro: [ { env: PRO_${index} }, { file: keys/pro-${index}.key } ] }
    secondKeys: { free: { env: OTHER_${index} } }
    allow: { writes: true, load: true }
    budgets: { requestsPerRun: 2000, shareOfDay: 0.5 }
    settle: 2s
`,
  );
  const waivers = Array.from(
    { length: WAIVERS },
    (_, index) => `  - requirement: auth.www-authenticate
    target: target-${index % TARGETS}
    signature: "sha256:${String(index).padStart(16, '0')}"
    reason: The gateway drops the header until it is updated
    owner: team-${index}
    expires: 2099-03-01
`,
  );
  return `targets:\n${targets.join('')}waivers:\n${waivers.join('')}failOn: must\n`;
}
