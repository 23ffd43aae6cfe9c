import { matchesPattern } from '../../spec/pattern.ts';
import { isPlanName } from '../../spec/plans.ts';
import { REQUIREMENTS } from '../../spec/requirements/index.ts';
import { didYouMean } from '../did-you-mean.ts';
import { type ConfigCheck, targetsOf } from './check.ts';

/** Reports waivers for unknown requirements or targets. The gate judges whether a waiver is expired. */
export const waivers: ConfigCheck = ({ config, say, document }) => {
  const targets = targetsOf(config).map(({ name }) => name);
  const first = new Map<string, number>();
  for (const [index, waiver] of (config.waivers ?? []).entries()) {
    if (waiver === undefined) continue;
    const at = ['waivers', index];
    const { requirement, target } = waiver;
    if (requirement !== undefined) {
      const fault = unknownRequirement(requirement);
      if (fault !== undefined) say([...at, 'requirement'], fault);
    }
    if (target !== undefined && !targets.includes(target) && !isHost(target))
      say([...at, 'target'], `no target has this name${didYouMean(target, targets) || known(targets)}`);
    const identity = JSON.stringify([requirement, waiver.plan, target, waiver.signature]);
    const before = first.get(identity);
    if (requirement !== undefined && before !== undefined)
      say(at, `duplicate of the waiver on line ${before}: remove one`);
    else first.set(identity, document.position(at).line);
  }
};

function unknownRequirement(pattern: string): string | undefined {
  const matched = REQUIREMENTS.filter(({ id }) => matchesPattern(id, pattern));
  if (matched.some(({ level }) => level !== 'observe')) return undefined;
  if (matched.length > 0) return 'this is an observation and cannot fail; for changes of it, see observations';
  return `no requirement matches${didYouMean(pattern, PATTERNS)}; storecheck explain lists them`;
}

const IDS = REQUIREMENTS.map(({ id }) => id);

const PATTERNS = [...IDS, ...new Set(IDS.map((id) => `${id.split('.')[0]}.*`))];

function isHost(target: string): boolean {
  return target === 'localhost' || (/[.:]/.test(target) && !isPlanName(target) && URL.canParse(`http://${target}`));
}

const known = (targets: readonly string[]) =>
  targets.length === 0 ? '; the file has no targets' : `; the targets are ${targets.slice(0, 20).join(', ')}`;
