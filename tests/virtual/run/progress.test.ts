import { expect, it } from 'vitest';
import { golden } from '../../support/golden.ts';
import { stable } from '../session.ts';
import { runLimits } from '../virtual-command.ts';
import { ask, conforming } from '../virtual-servers.ts';

/** What a command says of a run on a key whose limit is exhausted. */
async function progress(command: 'limits' | 'run', terminal?: number) {
  const { baseUrl, keys } = await conforming();
  await Promise.all(Array.from({ length: 62 }, () => ask(baseUrl, keys.free)));
  const { stderr } = await runLimits(baseUrl, { command, keys: { free: keys.free }, terminal });
  return stable(stderr, '/nowhere');
}

it('progress in a pipe has a line for each wait and each finished key, and one every 20 s', async () => {
  await expect(await progress('run')).toMatchFileSnapshot(golden('progress.txt'));
});

it('progress on a terminal is redrawn in place, within its width, and erased at the end', async () => {
  // Texts, and between them the number of lines that are erased before the next one.
  const parts = (await progress('limits', 60)).split(/\u001b\[(\d+)A\r\u001b\[J/);
  const texts = parts.filter((_, index) => index % 2 === 0).map((text) => text.split('\n').slice(0, -1));
  expect(texts.flat().join('\n')).toContain('refused · burst\n');
  expect(texts.flat().filter((line) => line.length > 60)).toEqual([]);
  const kept = texts.flatMap((lines, index) => lines.slice(0, lines.length - Number(parts[2 * index + 1] ?? 0)));
  expect(kept.join('\n')).toMatch(/storecheck 0[\s\S]*k6 v2\.2\.0 \(k6\)\n*$/);
  expect(kept.filter((line) => line.includes('refused · burst'))).toEqual([]);
});
