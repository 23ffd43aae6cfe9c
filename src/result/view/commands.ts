import { REQUIREMENTS } from '../../spec/requirements/catalogue.ts';
import { shellWord } from '../../text/inert.ts';
import type { RequirementResult, Result } from '../result.ts';

/** The command that tests a requirement again; undefined if a request shows every finding, or there is none, as after a demo. */
export function retestCommand(row: RequirementResult, name: string, result: Result, tool: string): string | undefined {
  const { run, settings } = result;
  // An exploration sends its requests in the middle of many others.
  const isNeeded = row.findings.some(({ curl, params }) => curl === undefined || params['probe'] === 'exploration');
  if (!isNeeded || run.command === 'demo' || run.command === 'capacity') return undefined;
  const plan = name !== row.id || run.command === 'limits' ? row.plan : undefined;
  const { exploration } = settings;
  const seed = plan === undefined && exploration !== undefined ? ` --depth thorough --seed ${exploration.seed}` : '';
  // For a requirement of the check, `run` would exhaust limits for nothing. `limits --only` takes no `rate.*`.
  const command = plan === undefined ? 'check' : row.id.startsWith('limit.') ? 'limits' : 'run';
  // It will be pasted into a shell, and results.json may have been edited.
  return `${tool} ${commandForService(command, result, plan, row.id)} --only ${shellWord(row.id)}${seed}`;
}

/** A command with the options of a run that name the service, the keys and the permissions. @param plan that of the requirement, if any */
export function commandForService(
  command: string,
  { target: { name, baseUrl }, settings: { options = [] } }: Result,
  plan?: string,
  requirement = '',
): string {
  const isDropped = ([option = '']: readonly string[]) => {
    if (option === '--plan') return plan !== undefined;
    // A check sends no load, and does not take this option.
    if (option === '--allow-load') return command.startsWith('check');
    // An option that is only for another requirement would cost quota or minutes.
    const owner = REQUIREMENTS.find((row) => row.option?.startsWith(option));
    return owner !== undefined && owner.id !== requirement;
  };
  const kept = options.filter((words) => !isDropped(words));
  const words = [baseUrl.includes(`//${name}`) ? ['--base-url', baseUrl] : ['--target', name], ...kept];
  const all = [...words, ...(plan === undefined ? [] : [['--plan', plan]])];
  return `${command} ${all.flat().map(shellWord).join(' ')}`;
}
