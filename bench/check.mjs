// `check` at both depths compared with a bare loop with the same requests and waits, and how fast the recorded runs are judged.
import { join } from 'node:path';
import { bundled, CLI, measuring, median, node, row, serving, work } from './tools.mjs';

/** A round takes up to 45 s. */
const ROUNDS = 3;
/** Enough for all rounds, so that none is paced. */
const CONTRACT = ['--enterprise', '100000'];

/** Returns the folder of a run. */
export async function checkRows() {
  return serving(CONTRACT, async ({ baseUrl, keys }) => {
    const target = { baseUrl, key: keys.ENTERPRISE };
    const checked = beside('check', target, [], { ratio: 1.2, megabytes: 120 });
    const depth = ['--depth', 'thorough', '--seed', '1'];
    const explored = beside('check --depth thorough', target, depth, { ratio: 1.5, megabytes: 200 });
    judgingRow('judging a check', await bundled('bench/judge.ts'), checked);
    judgingRow('judging a thorough run', await bundled('bench/judge.ts'), explored);
    return checked;
  });
}

/** Runs the command and the bare loop in turn; returns the folder of the first run. */
function beside(name, { baseUrl, key }, depth, most) {
  measuring(`${name} against the reference server, ${ROUNDS} times in turn with a bare loop`);
  const env = { ...process.env, STORE_API_KEY_ENTERPRISE: key };
  const folder = (round) => join(work, `${name}-${round}`);
  const args = [CLI, 'check', '--base-url', baseUrl, '--plan', 'enterprise', ...CONTRACT, ...depth, '--quiet'];
  const rounds = Array.from({ length: ROUNDS }, (_, round) => ({
    ours: node([...args, '--out', folder(round)], { env }),
    bare: node(['bench/bare-loop.mjs', baseUrl, key, join(folder(round), 'exchanges.ndjson')]),
  }));
  const [ours, bare] = ['ours', 'bare'].map((which) => ({
    milliseconds: median(rounds.map((round) => round[which].milliseconds)),
    cpu: median(rounds.map((round) => round[which].cpu)),
  }));
  const ratio = (ours.milliseconds / bare.milliseconds).toFixed(2);
  row(
    name,
    `${ours.milliseconds.toFixed(0)} ms`,
    `${ratio} × a bare undici loop with the same requests and waits (at most ${most.ratio} ×, plus 200 ms)`,
    ours.milliseconds <= most.ratio * bare.milliseconds + 200,
  );
  row(`${name}: processor time`, `${ours.cpu.toFixed(0)} ms`, `the bare loop: ${bare.cpu.toFixed(0)} ms`, true);
  const memory = Math.max(...rounds.map(({ ours: { megabytes } }) => megabytes));
  row(`${name}: memory, at most`, `${memory.toFixed(0)} MB`, `(under ${most.megabytes} MB)`, memory < most.megabytes);
  return folder(0);
}

function judgingRow(name, script, folder) {
  const all = Array.from({ length: ROUNDS }, () => node([script, join(folder, 'exchanges.ndjson')]).stdout.split(' '));
  const [took, cpu, rate] = [0, 1, 2].map((index) => median(all.map((one) => Number(one[index]))));
  const note = `the first in its process (under 300 ms); processor time ${cpu.toFixed(0)} ms`;
  row(name, `${took.toFixed(0)} ms`, note, took < 300);
  const perSecond = `${Math.round(rate).toLocaleString('en')} exchanges/s`;
  row(`${name} again and again`, perSecond, '(at least 4,000, on a slow machine)', rate >= 4_000);
}
