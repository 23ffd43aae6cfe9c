import { DURATION } from '../schema/terms.ts';
import { milliseconds } from '../units.ts';
import { type ConfigCheck, targetsOf } from './check.ts';

const DAY_MS = 86_400_000;

/** A duration in words has the right form; here it is also above 0 and at most a day. */
export const durations: ConfigCheck = ({ config, say }) => {
  for (const { name, target } of targetsOf(config))
    for (const key of ['window', 'settle', 'timeout'] as const) {
      const duration = target[key];
      if (typeof duration !== 'string') continue;
      const ms = milliseconds(duration);
      if (!(ms > 0 && ms <= DAY_MS)) say(['targets', name, key], `"${duration}" is not ${DURATION.title}`);
    }
};
