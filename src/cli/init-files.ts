import type { PlanName } from '../spec/plans.ts';

export type CiName = 'github' | 'gitlab' | 'jenkins';

export interface InitAnswers {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly name: string;
  readonly class: 'staging' | 'production';
  readonly plans: readonly PlanName[];
  readonly ci: CiName | 'none';
}

const variable = (plan: PlanName) => `STORE_KEY_${plan.toUpperCase()}`;

/** storecheck.yaml; what is usual stands in comments, so that it can be found. */
export function configText({ baseUrl, name, class: targetClass, plans }: InitAnswers): string {
  const keys = plans.map((plan) => `      ${plan}: { env: ${variable(plan)} }\n`).join('');
  const enterprise = plans.includes('enterprise')
    ? "    enterprise: { perMinute: 5000, perDay: 1000000 } # the contract's numbers\n"
    : '';
  return `# yaml-language-server: $schema=./node_modules/storecheck/schemas/storecheck.schema.json
targets:
  ${name}:
    baseUrl: ${baseUrl}
    class: ${targetClass}${targetClass === 'production' ? ' # GET only, no load, but where a flag and the host name say otherwise' : ''}
    keys:
${keys}${enterprise}    # secondKeys: { free: { env: STORE_KEY_OTHER_CUSTOMER } } # shows whether customers are counted apart
    # allow: { writes: true, load: true }
    # budgets: { requestsPerRun: 2000, shareOfDay: 0.5, refusalsPerKey: 8 }
# waivers: storecheck waive ID RUN writes them
# observations: observations.json # storecheck pin RUN --out observations.json
failOn: must
`;
}

/** The variables that the configuration names, without values. */
export function envExample({ plans }: InitAnswers): string {
  return `# Copy to .env.storecheck, fill in, keep it out of version control, and: set -a; . ./.env.storecheck; set +a\n${plans
    .map((plan) => `${variable(plan)}=\n`)
    .join('')}`;
}

const commandFor = ({ class: targetClass, name }: InitAnswers) =>
  `npx storecheck ${targetClass === 'staging' ? 'run' : 'check'} --target ${name} --out report`;

/** Where each CI looks, and what stands there. docs/ci.md has more. */
export const CI_FILES: Readonly<Record<CiName, { path: string; text: (answers: InitAnswers) => string }>> = {
  github: {
    path: '.github/workflows/storecheck.yml',
    text: (answers) => `name: storecheck
on: [workflow_dispatch, pull_request]
concurrency: storecheck-${answers.name} # one run a key at a time
jobs:
  storecheck:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: ${commandFor(answers)}
        env:
${answers.plans.map((plan) => `          ${variable(plan)}: \${{ secrets.${variable(plan)} }}\n`).join('')}      - if: always()
        uses: actions/upload-artifact@v4
        with: { name: storecheck, path: report }
`,
  },
  gitlab: {
    path: '.gitlab/storecheck.yml',
    text: (
      answers,
    ) => `# include: { local: .gitlab/storecheck.yml }; set ${answers.plans.map(variable).join(', ')} as masked variables
storecheck:
  image: node:22-slim
  resource_group: storecheck-${answers.name} # one run a key at a time
  timeout: 15 minutes
  script:
    - ${commandFor(answers)}
  artifacts:
    when: always
    paths: [report]
    reports: { junit: report/junit.xml }
`,
  },
  jenkins: {
    path: 'Jenkinsfile.storecheck',
    text: (answers) => `pipeline {
  agent { docker { image 'node:22-slim' } }
  options { disableConcurrentBuilds(); timeout(time: 15, unit: 'MINUTES') }
  environment {
${answers.plans.map((plan) => `    ${variable(plan)} = credentials('${variable(plan).toLowerCase().replaceAll('_', '-')}')\n`).join('')}  }
  stages {
    stage('storecheck') { steps { sh '${commandFor(answers)}' } }
  }
  post {
    always {
      junit 'report/junit.xml'
      archiveArtifacts 'report/**'
    }
  }
}
`,
  },
};
