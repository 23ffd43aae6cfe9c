import { expect, it } from 'vitest';
import { start } from '../command.ts';
import { until } from '../world.ts';

it('an interrupted self-test says how many servers it judged, and nothing of all faults', async () => {
  const running = start(['self-test']);
  await until(() => running.stderr().includes('servers judged'));
  running.interrupt();
  const { code, stdout, stderr } = await running.ended;
  expect(stderr).toContain('stopping, without a result');
  expect(stderr).not.toContain('judging the recorded requests');
  expect(code).toBe(130);
  const [, judged, servers] = /^interrupted: (\d+) of (\d+) servers judged\n$/.exec(stdout) ?? [];
  expect(Number(judged), stdout).toBeGreaterThanOrEqual(20);
  expect(Number(servers)).toBeGreaterThan(Number(judged));
});
