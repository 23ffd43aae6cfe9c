// The reference server as a process of its own, on any free port.
import { spawn } from 'node:child_process';

/** `keys` by plan, in capitals: { FREE: … }. */
export async function serve(cli, args = []) {
  const server = spawn(process.execPath, [cli, 'serve', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const chunk of server.stdout) {
    text += chunk;
    if (text.includes('try: ')) break;
  }
  const found = [...text.matchAll(/STORE_API_KEY_([A-Z]+)=(\S+)/g)];
  const keys = Object.fromEntries(found.map(([, plan, key]) => [plan, key]));
  return { server, baseUrl: /http:\S+/.exec(text)[0], keys };
}
