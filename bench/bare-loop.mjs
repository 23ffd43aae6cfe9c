// Repeats the requests and waits of a recorded run in a bare undici loop, to compare `check` with it.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

/** A longer gap is a wait of the run for late effects, which takes 0.9 s or more; a shorter one may be a busy machine. */
const WAIT_MS = 500;

const [baseUrl, key, journal] = process.argv.slice(2);
const { origin, pathname } = new URL(baseUrl);
const exchanges = readFileSync(journal, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .filter(({ sent }) => sent !== undefined)
  .sort((one, other) => one.sent.at - other.sent.at);
const pool = new Pool(origin, { pipelining: 1 });

async function send({ sent }) {
  // undici writes this header itself.
  const lines = sent.headers.filter(([name]) => name !== 'Transfer-Encoding');
  const headers = lines.flatMap(([name, value]) => [name, value.replaceAll('{key}', key).replace(/[^\x20-\x7e]/g, '')]);
  const path = pathname + sent.path.replaceAll('{key}', key);
  const answer = await pool.request({ method: sent.method, path, headers, body: sent.body });
  await answer.body.text();
}

let together = [];
let end = exchanges[0].sent.at;
for (const exchange of exchanges) {
  const gap = exchange.sent.at - end;
  if (gap >= 0) {
    await Promise.all(together);
    together = [];
    if (gap > WAIT_MS) await sleep(gap);
  }
  together.push(send(exchange));
  end = Math.max(end, exchange.received.at);
}
await Promise.all(together);
await pool.close();
