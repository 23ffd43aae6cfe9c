import type { PlanName } from '../../spec/plans.ts';
import type { InitAnswers } from './answers.ts';

/** The variable of a plan's key, also used without a configuration. */
export const variable = (plan: PlanName): string => `STORE_API_KEY_${plan.toUpperCase()}`;

/** The text of storecheck.yaml, with common settings as comments. */
export function configText({ baseUrl, name, class: targetClass, plans }: InitAnswers): string {
  const keys = plans.map((plan) => `      ${plan}: { env: ${variable(plan)} }\n`).join('');
  const enterprise = plans.includes('enterprise')
    ? '    enterprise: { perMinute: 5000, perDay: 1000000 } # from the contract\n'
    : '';
  return `# yaml-language-server: $schema=./node_modules/@storecheck/cli/schemas/storecheck.schema.json
targets:
  ${name}:
    baseUrl: ${baseUrl}
    class: ${targetClass}${targetClass === 'production' ? ' # GET only and no load, unless a flag and the host name allow more' : ''}
    keys:
${keys}${enterprise}    # secondKeys: { free: { env: STORE_API_KEY_OTHER_CUSTOMER } } # shows whether customers are counted apart
    # allow: { writes: true, load: true }
    # budgets: { requestsPerRun: 2000, shareOfDay: 0.5, refusalsPerKey: 8 }
# waivers: storecheck waive ID RUN writes them
# observations: FILE # pinned observations are read of observations.json beside this file (storecheck pin RUN writes it), or of FILE
failOn: must
`;
}

/** The variables of the configuration, without values. */
export function envExample({ plans }: InitAnswers): string {
  return `# Copy to .env.storecheck, fill in, keep it out of version control, and run: set -a; . ./.env.storecheck; set +a\n${plans
    .map((plan) => `${variable(plan)}=\n`)
    .join('')}`;
}
