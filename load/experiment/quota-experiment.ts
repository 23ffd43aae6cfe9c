import type { Closing, StopReason } from '../../src/exchange/records/load-record.ts';
import { sendAfterBurst } from './after-burst.ts';
import { burst, topUp } from './burst.ts';
import { GET_ONE, LIST, validCreate } from './experiment-request.ts';
import { prepareKey } from './prepare-key.ts';
import type { Recorder } from './recorder.ts';

/** Runs the complete experiment with one key. One VU runs it once. */
export async function quotaExperiment(recorder: Recorder): Promise<Closing> {
  return recorder.close({ role: 'whole', stopped: await runSteps(recorder) });
}

/** Runs the steps. Returns why they ended early, if they did. */
async function runSteps(recorder: Recorder): Promise<StopReason | undefined> {
  const prepared = await prepareKey(recorder);
  if ('stopped' in prepared) return prepared.stopped;
  const result = await burst(recorder, prepared);
  const stopped = result.stopped ?? (result.refused === 0 ? (await topUp(recorder, prepared)).stopped : undefined);
  if (stopped !== undefined && stopped !== 'refusals') return stopped;
  if (stopped === undefined) {
    const { secondKey } = recorder.experiment;
    // Between two refusals of the first key: so if this list is admitted, no end of a window explains that.
    if (secondKey !== undefined && recorder.known().refused > 0) await recorder.send('second-key', LIST, secondKey);
    await sendOperations(recorder);
  }
  await sendAfterBurst(recorder, { onlyRecovery: stopped === 'refusals' });
  return stopped;
}

/** The phase `operations`, which draw on the same quota. The create is a valid one: once refused, no list may show its animal. */
async function sendOperations(recorder: Recorder): Promise<void> {
  const { readOnly, key, category } = recorder.experiment;
  const create = validCreate(`storecheck refused ${key} ${Math.round(recorder.now())}`, category);
  const requests = readOnly === true ? [GET_ONE] : [create, GET_ONE];
  await Promise.all(requests.map((request) => recorder.send('operations', request)));
}
