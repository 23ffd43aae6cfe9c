import { keyVariable } from '../../result/key-variable.ts';
import { packageName, toolVersion } from '../../run/prepare.ts';
import type { InitAnswers } from './answers.ts';

const PUBLISHED = `${packageName}@${toolVersion}`;

/** Where a local installation of the package has the schema of storecheck.yaml. */
export const SCHEMA = `./node_modules/${packageName}/schemas/storecheck.schema.json`;

/** The text of storecheck.yaml, with common settings as comments. An editor reports a schema that does not exist. */
export function configText({ baseUrl, name, class: targetClass, plans }: InitAnswers, hasSchema: boolean): string {
  const keys = plans.map((plan) => `      ${plan}: { env: ${keyVariable(plan)} }\n`).join('');
  const enterprise = plans.includes('enterprise')
    ? '    enterprise: { perMinute: 5000, perDay: 1000000 } # from the contract\n'
    : '';
  const modeline = `# yaml-language-server: $schema=${SCHEMA}`;
  const completion = hasSchema
    ? modeline
    : `# For completion in editors: npm install --save-dev ${PUBLISHED}, and begin this file with:\n#   "${modeline}"`;
  return `${completion}
targets:
  ${name}:
    baseUrl: ${baseUrl}
    class: ${targetClass}${targetClass === 'production' ? ' # GET only and no load, unless a flag and the host name allow more' : ''}
    keys:
${keys}${enterprise}    # secondKeys: { free: { env: STORE_API_KEY_OTHER_CUSTOMER } } # shows whether customers are counted separately
    # allow: { writes: true, load: true }
    # budgets: { requestsPerRun: 2000, shareOfDay: 0.5 }
# waivers: storecheck accept RUN ID writes them
# observations: FILE # pinned observations are read from observations.json next to this file (storecheck accept RUN --observed writes it), or from FILE
failOn: must
`;
}
