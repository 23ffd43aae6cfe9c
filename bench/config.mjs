// What stands before the first request: reading the configuration, printing the bill, booking in the ledger. Part of `npm run bench`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerOf, median, node } from './node.mjs';

const ROUNDS = 7;
const TARGETS = 8;
const WAIVERS = 25;

/** Rows as bench/run.mjs prints them: name, value, note, whether the bound is kept. `bundled` makes a file of a bench in TypeScript. */
export async function configRows(cli, work, bundled) {
  const file = join(work, 'storecheck.yaml');
  const text = configuration();
  writeFileSync(file, text);
  const args = [cli, 'check', '--config', file, '--target', 'target-7', '--dry-run'];
  const env = { ...process.env, BENCH_KEY: 'bench-key-of-nobody', STORE_API_KEY_PRO: 'bench-key-of-another' };
  const bill = median(Array.from({ length: ROUNDS }, () => node(args, { env }).milliseconds));
  const ledger = answerOf([await bundled('bench/ledger.ts')]);
  return [
    [
      'configuration read, bill printed',
      `${bill.toFixed(0)} ms`,
      `${TARGETS} targets, ${WAIVERS} waivers, ${(text.length / 1000).toFixed(0)} kB (under 200 ms)`,
      bill < 200,
    ],
    [
      'ledger of 1,000 runs',
      `${ledger.kilobytes.toFixed(0)} kB, ${ledger.milliseconds.toFixed(1)} ms`,
      'size, and time of one more run (under 100 kB and 5 ms)',
      ledger.kilobytes < 100 && ledger.milliseconds < 5,
    ],
  ];
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
    budgets: { requestsPerRun: 2000, refusalsPerKey: 8, shareOfDay: 0.5 }
    settle: 2s
    categories: [${Array.from({ length: 5 }, (_, id) => 9007199254740993n + BigInt(id)).join(', ')}]
`,
  );
  const waivers = Array.from(
    { length: WAIVERS },
    (_, index) => `  - requirement: auth.www-authenticate
    target: target-${index % TARGETS}
    signature: "sha256:${String(index).padStart(16, '0')}"
    reason: The gateway drops the header until it is updated
    owner: team-${index}
    link: https://issues.example.com/${index}
    expires: 2099-03-01
`,
  );
  return `targets:\n${targets.join('')}waivers:\n${waivers.join('')}failOn: must\n`;
}
