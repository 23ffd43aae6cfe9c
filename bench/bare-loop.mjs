// The same requests as a check, in a bare undici loop: the yardstick for `check`.
import { readFileSync } from 'node:fs';
import { Client } from 'undici';

const [baseUrl, key, journal] = process.argv.slice(2);
const { origin, pathname } = new URL(baseUrl);
const exchanges = readFileSync(journal, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .filter(({ sent }) => sent !== undefined);
const client = new Client(origin, { pipelining: 1 });
for (const { sent } of exchanges) {
  // undici writes this header itself.
  const lines = sent.headers.filter(([name]) => name !== 'Transfer-Encoding');
  const headers = lines.flatMap(([name, value]) => [name, value.replaceAll('{key}', key).replace(/[^\x20-\x7e]/g, '')]);
  const answer = await client.request({
    method: sent.method,
    path: pathname + sent.path.replaceAll('{key}', key),
    headers,
    body: sent.body,
  });
  await answer.body.text();
}
await client.close();
