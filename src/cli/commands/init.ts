import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readOption } from '../../config/kinds.ts';
import { SETTINGS } from '../../config/table.ts';
import { classOf } from '../../config/target-class.ts';
import { packageName } from '../../run/tool.ts';
import { toolCommand } from '../console.ts';
import { orCommandError } from '../files/folder.ts';
import { argumentProblems, configsIn, type Definition } from '../options/call.ts';

const CONFIG = 'storecheck.yaml';

/** `storecheck init`: writes storecheck.yaml. */
export const initCommand: Definition = (command, io) =>
  command
    .option('--base-url <url>', 'URL of the service, e.g. https://staging.example.com/v1')
    .option('--class <class>', 'local, staging or production (default: local for a loopback address, else production)')
    .option('--force', `overwrite ${CONFIG}`)
    .action((flags: { readonly baseUrl?: string; readonly class?: string; readonly force?: boolean }) => {
      const { baseUrl: typed } = flags;
      const problems = argumentProblems(command);
      const file = resolve(io.cwd, CONFIG);
      const second = configsIn(io).find((name) => name !== CONFIG);
      if (second !== undefined) problems.add(`${second} exists: remove it, because two configurations are refused`);
      if (flags.force !== true && existsSync(file))
        problems.add(`${CONFIG} exists; --force overwrites it, with its targets and waivers`);
      if (typed === undefined) problems.add('--base-url is missing, e.g. --base-url https://staging.example.com/v1');
      const baseUrl =
        typed === undefined ? '' : (readOption(SETTINGS.baseUrl.kind, typed, '--base-url', problems.add) ?? '');
      const byUrl = baseUrl === '' ? 'production' : classOf(new URL(baseUrl));
      const chosen = readOption(SETTINGS.class.kind, flags.class ?? byUrl, '--class', problems.add) ?? byUrl;
      if (chosen === 'local' && byUrl !== 'local')
        problems.add('--class: local is only for this machine (127.0.0.1, ::1, localhost): use staging or production');
      problems.throwIfAny();
      orCommandError(`cannot write ${CONFIG}`, () => writeFileSync(file, configText(baseUrl, chosen)));
      io.stdout.write(
        `wrote ${CONFIG}\n\nnext, with the keys in STORE_API_KEY_FREE, _PRO, _BUSINESS or _ENTERPRISE:\n  ${toolCommand(io)} doctor --target ${chosen}\n`,
      );
    });

const configText = (
  baseUrl: string,
  targetClass: string,
) => `# For completion in editors: npm install --save-dev ${packageName}, and begin this file with:
#   "# yaml-language-server: $schema=./node_modules/${packageName}/schemas/storecheck.schema.json"
targets:
  ${targetClass}:
    baseUrl: ${baseUrl}
    class: ${targetClass} # the class production allows GET only and no load, unless a flag and the host name allow more
    # keys: { free: { env: NAME }, pro: { file: pro.key } } # default: STORE_API_KEY_FREE, _PRO, _BUSINESS, _ENTERPRISE
    # enterprise: { perMinute: 5000, perDay: 1000000 } # from the contract
    # secondKeys: { free: { env: STORE_API_KEY_OTHER_CUSTOMER } } # shows whether customers are counted separately
    # allow: { writes: true, load: true }
    # budgets: { requestsPerRun: 2000, shareOfDay: 0.5 }
# waivers: storecheck accept RUN ID writes them
# observations.json next to this file has pinned observations: storecheck accept RUN --observed writes it
`;
