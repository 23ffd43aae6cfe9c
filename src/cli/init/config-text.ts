import type { PlanName } from '../../spec/plans.ts';
import type { InitAnswers } from './answers.ts';

/** The variable that a plan's key is read from: the same that are read without a configuration. */
export const variable = (plan: PlanName): string => `STORE_API_KEY_${plan.toUpperCase()}`;

/** storecheck.yaml; what is usual stands in comments, so that it can be found. */
export function configText({ baseUrl, name, class: targetClass, plans }: InitAnswers): string {
  const keys = plans.map((plan) => `      ${plan}: { env: ${variable(plan)} }\n`).join('');
  const enterprise = plans.includes('enterprise')
    ? "    enterprise: { perMinute: 5000, perDay: 1000000 } # the contract's numbers\n"
    : '';
  return `# yaml-language-server: $schema=./node_modules/@storecheck/cli/schemas/storecheck.schema.json
targets:
  ${name}:
    baseUrl: ${baseUrl}
    class: ${targetClass}${targetClass === 'production' ? ' # GET only, no load, but where a flag and the host name say otherwise' : ''}
    keys:
${keys}${enterprise}    # secondKeys: { free: { env: STORE_API_KEY_OTHER_CUSTOMER } } # shows whether customers are counted apart
    # allow: { writes: true, load: true }
    # budgets: { requestsPerRun: 2000, shareOfDay: 0.5, refusalsPerKey: 8 }
# waivers: storecheck waive ID RUN writes them
# observations: FILE # pinned observations are read of observations.json beside this file (storecheck pin RUN writes it), or of FILE
failOn: must
`;
}

/** The variables that the configuration names, without values. */
export function envExample({ plans }: InitAnswers): string {
  return `# Copy to .env.storecheck, fill in, keep it out of version control, and: set -a; . ./.env.storecheck; set +a\n${plans
    .map((plan) => `${variable(plan)}=\n`)
    .join('')}`;
}
