import type { KeyLabel, LoadScript, Start } from '../../exchange/index.ts';

/**
 * Whether the end of a k6 process says anything about a key: the processes for keys that are set aside have nothing to do with the
 * others. One that never started leaves only its script's name.
 */
export function endConcerns(script: LoadScript, key: KeyLabel, starts: readonly Start[]): boolean {
  const uses = ({ config }: Start) => config.experiments.some((experiment) => experiment.key === key);
  const started = starts.filter((start) => start.script === script);
  if (started.length > 0) return started.some(uses);
  return (script !== 'daily' && script !== 'ban') || !starts.some(uses);
}
