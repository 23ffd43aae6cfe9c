import { createInterface } from 'node:readline/promises';
import { LOADING, SETTINGS } from '../../config/table.ts';
import { confirmsHost, type TargetClass } from '../../config/target-class.ts';
import type { Io } from '../../io/io.ts';
import { CommandError } from '../../run/errors.ts';
import type { Permit } from '../../run/prepare.ts';
import { isSelected } from '../../spec/pattern.ts';
import { wrap } from '../../text/wrap.ts';
import { LOAD_REQUIREMENTS } from '../../verdicts/limits/plan-rate-headers.ts';
import { widthFor } from '../console.ts';
import { type Call, placeOf } from './call.ts';

/** Whether the command exhausts limits or offers load. `run` does not if no requirement of the limits is selected. */
export const sendsLoad = ({ command, settings }: Pick<Call, 'command' | 'settings'>): boolean =>
  command === 'run'
    ? LOAD_REQUIREMENTS.some((id) => isSelected(id, settings))
    : LOADING.some((load) => load === command);

/**
 * Decides about writes and load. A local target allows both, staging load; the rest needs a flag, on production also the host name. No flag
 * permits what is forbidden. `toConfirm`: flags for which the user must type the host name. Objections are problems, except in a dry run.
 */
export function readPermit(call: Call, host: string, targetClass: TargetClass) {
  const { flags, settings, io, problems } = call;
  const { readOnly, dryRun, confirmHost } = settings;
  const stated = statedPermission('allowWrites', call);
  // `--read-only` overrides `allow.writes` of the target, and contradicts only the flag.
  const inReadOnly = { allowedBy: flags.allowWrites ? stated.allowedBy : undefined, forbiddenBy: '--read-only' };
  const writes = readOnly === true ? inReadOnly : stated;
  const load = statedPermission('allowLoad', call);
  const isProduction = targetClass === 'production';
  const permit: Permit = {
    writes: writes.forbiddenBy === undefined && (writes.allowedBy !== undefined || targetClass === 'local'),
    load: load.forbiddenBy === undefined && (load.allowedBy !== undefined || !isProduction),
  };
  const hasLoad = sendsLoad(call);
  const usedFlags = [permit.writes ? writes.allowedBy : undefined, permit.load && hasLoad ? load.allowedBy : undefined];
  const unconfirmed = isProduction && confirmHost === undefined ? usedFlags.flatMap((flag) => flag ?? []) : [];
  const canAsk = io.stdin.isTTY === true && io.stderr.isTTY === true && !dryRun;
  const option = confirmHost === undefined ? ` --confirm-host ${host}` : '';
  const objections: string[] = [];
  // Without an address, nothing can be sent.
  if (host === '') return { writes, load, permit, objections, toConfirm: [] };
  if (writes.allowedBy !== undefined && writes.forbiddenBy !== undefined)
    objections.push(`${writes.allowedBy} contradicts ${writes.forbiddenBy}; remove one of the two`);
  if (hasLoad && load.forbiddenBy !== undefined)
    objections.push(`load on ${host} is forbidden (${load.forbiddenBy}); remove this setting, or use storecheck check`);
  else if (hasLoad && !permit.load)
    objections.push(
      `load on ${host} (${targetClass}) is not allowed: it exhausts each key's quota of the current window, and a key can be banned. If that is acceptable, add --allow-load${option}. ${STAGING}`,
    );
  if (
    confirmHost !== undefined &&
    !confirmsHost(confirmHost, host) &&
    (writes.allowedBy ?? load.allowedBy) !== undefined
  )
    objections.push(`--confirm-host: the host is ${host}, not ${JSON.stringify(confirmHost)}`);
  if (unconfirmed.length > 0 && !canAsk) {
    const advice = objections.length > 0 ? '' : `. ${STAGING}`;
    objections.push(`${unconfirmed.join(' and ')} on ${host}, a production host: confirm with${option}${advice}`);
  }
  if (!dryRun) objections.forEach(problems.add);
  return { writes, load, permit, objections, toConfirm: canAsk ? unconfirmed : [] };
}

const STAGING = 'For a staging system, set `class: staging` in storecheck.yaml';

/** What allows or forbids writes or load, as messages name it: the flag, or a place in storecheck.yaml. */
function statedPermission(name: 'allowWrites' | 'allowLoad', { flags, config }: Call) {
  const stated = config.target?.[name];
  const place = `${placeOf(config, SETTINGS[name].yaml).text}: ${stated}`;
  const by = flags[name] ? SETTINGS[name].flag : place;
  return { allowedBy: (flags[name] ?? stated) ? by : undefined, forbiddenBy: stated === false ? place : undefined };
}

/** Asks for the host name, which confirms these flags. Throws a CommandError if the user types another name. */
export async function askForHost(host: string, flags: readonly string[], { stdin, stderr }: Io): Promise<void> {
  const text = `${host} is a production host. Confirm ${flags.join(' and ')}.`;
  stderr.write(`${wrap(text, widthFor(stderr.columns), '')}\n`);
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    const typed = (await terminal.question('Type the host name to continue: ')).trim();
    if (!confirmsHost(typed, host))
      throw new CommandError([`the host is ${host}, not ${JSON.stringify(typed)}; nothing was sent`]);
  } finally {
    terminal.close();
  }
}
