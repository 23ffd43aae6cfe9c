import type { TargetClass } from '../../config/index.ts';
import { keyVariable } from '../../result/key-variable.ts';
import { packageName, toolVersion } from '../../run/prepare.ts';
import { EXPORT } from '../options/keys.ts';
import type { CiName, InitAnswers } from './answers.ts';

interface CiFile {
  readonly path: string;
  /** Where to store the keys. */
  readonly secrets: string;
  readonly text: (answers: InitAnswers) => string;
}

/** Runs the published package, which has no dependencies. The version is pinned, so every run uses the same code. */
const NPX = `npx --yes ${packageName}@${toolVersion}`;

/** The CI pipelines of docs/ci.md, filled in for one target. */
export const CI_FILES: Readonly<Record<CiName, CiFile>> = {
  github: {
    path: '.github/workflows/storecheck.yml',
    secrets: 'store the keys as secrets of the repository',
    text: ({ name, class: targetClass, plans }) => `name: storecheck
on:
  workflow_dispatch:
${targetClass === 'local' ? '  push:\n  pull_request:' : '  deployment_status:'}
permissions:
  contents: read
jobs:
  storecheck:
${targetClass === 'local' ? '' : afterDeployment(name)}    runs-on: ubuntu-24.04
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
        with:
          persist-credentials: false
      - uses: actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0
        with:
          node-version: 20
      - uses: actions/cache@5a3ec84eff668545956fd18022155c47e93e2684 # v4.2.3
        with:
          path: ~/.npm
          key: storecheck-npm-${toolVersion}
      # To exhaust the rate limits as well, uncomment the next two steps (k6 is built once) and replace check with run${toAllow(targetClass)}.
      # - uses: actions/setup-go@d35c59abb061a4a6fb18e82ac0862c26744d6ab5 # v5.5.0
      #   with: { go-version: "1.25", cache: false }
      # - uses: actions/cache@5a3ec84eff668545956fd18022155c47e93e2684 # v4.2.3
      #   with: { path: ~/.cache/storecheck/k6, key: storecheck-k6-${toolVersion} }
${startFirst(targetClass, '      #')}      - run: ${NPX} check --target ${name} --out storecheck-report
        env:
${plans.map((plan) => `          ${keyVariable(plan)}: \${{ secrets.${keyVariable(plan)} }}\n`).join('')}      - if: always()
        uses: actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2
        with:
          name: storecheck
          path: storecheck-report
          if-no-files-found: ignore
`,
  },
  gitlab: {
    path: '.gitlab/storecheck.yml',
    secrets:
      'store the keys as masked and protected CI/CD variables, and add to .gitlab-ci.yml: include: { local: .gitlab/storecheck.yml }',
    text: ({ name, class: targetClass }) => `storecheck:
${targetClass === 'local' ? EACH_CHANGE : afterStages(name)}  image: node:20
  timeout: 30 minutes
  variables:
    npm_config_cache: $CI_PROJECT_DIR/.npm
  cache:
    key: storecheck-${toolVersion}
    paths: [.npm/]
  before_script:
    - |
      printf '{"storecheck":[{"external_link":{"label":"Report","url":"%s/artifacts/file/report/report.html"}}]}\\n' "$CI_JOB_URL" > annotations.json
  script:
    # To exhaust the rate limits as well, replace the image with one that contains k6 and check with run${toAllow(targetClass)}.
    # The image of storecheck needs its entry point removed: image: { name: IMAGE, entrypoint: [""] }
${startFirst(targetClass, '    #')}    - ${NPX} check --target ${name} --out report
  artifacts:
    when: always
    expire_in: 30 days
    paths: [report/]
    reports:
      junit: report/junit.xml
      annotations: annotations.json
`,
  },
  jenkins: {
    path: 'Jenkinsfile.storecheck',
    secrets: 'store the keys as credentials of the kind "Secret text", with the ids in Jenkinsfile.storecheck',
    text: ({ name, class: targetClass, plans }) => `pipeline {
  agent { docker { image 'node:20' } }
  options { disableConcurrentBuilds(); timeout(time: 30, unit: 'MINUTES') }
  environment { HOME = "\${env.WORKSPACE}" }
  stages {
    stage('storecheck') {
      steps {
        withCredentials([
${plans.map((plan) => `          string(credentialsId: '${keyVariable(plan).toLowerCase().replaceAll('_', '-')}', variable: '${keyVariable(plan)}')`).join(',\n')}
        ]) {
          // To exhaust the rate limits as well, replace the image with one that contains k6 and check with run${toAllow(targetClass)}.
          // The image of storecheck needs its entry point removed: docker { image 'IMAGE'; args '--entrypoint=' }
          sh '''
            rm -rf report
${startFirst(targetClass, '            #')}            ${NPX} check --target ${name} --html-assets split --out report
          '''
        }
      }
    }
  }
  post {
    always {
      junit testResults: 'report/junit.xml', allowEmptyResults: false
      archiveArtifacts artifacts: 'report/**', allowEmptyArchive: true
    }
  }
}
`,
  },
};

function afterDeployment(name: string): string {
  return `    concurrency: storecheck-${name} # one run at a time per key; of several waiting runs, GitHub keeps the newest
    # After every successful deployment to this environment, and by hand.
    if: >-
      github.event_name == 'workflow_dispatch' ||
      (github.event.deployment_status.state == 'success' && github.event.deployment.environment == '${name}')
`;
}

function afterStages(name: string): string {
  return `  # After all other stages. For a gate, use a stage between the deployments to staging and production.
  # GitLab does not run a pipeline of .post jobs only: without other jobs, use the stage test.
  stage: .post
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH && $CI_PIPELINE_SOURCE != "schedule"
  resource_group: storecheck-${name} # one run at a time per key
`;
}

/** A local service runs in the job itself, so no deployment precedes it. */
const EACH_CHANGE = `  stage: test
  rules:
    # A merge request does not see protected variables: keys of a local service need no protection.
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
`;

const startFirst = (targetClass: TargetClass, indent: string): string =>
  targetClass === 'local' ? `${indent} Start the service here; the check creates animals in it.\n` : '';

/** Options of `run` that production needs. */
const toAllow = (targetClass: TargetClass): string =>
  targetClass === 'production' ? ' --allow-load --confirm-host HOST' : '';

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
    : `# For completion in editors: npm install --save-dev ${packageName}@${toolVersion}, and begin this file with:\n#   "${modeline}"`;
  return `${completion}
targets:
  ${name}:
    baseUrl: ${baseUrl}
    class: ${targetClass}${targetClass === 'production' ? ' # GET only and no load, unless a flag and the host name allow more' : ''}
    keys:
${keys}${enterprise}    # secondKeys: { free: { env: STORE_API_KEY_OTHER_CUSTOMER } } # shows whether customers are counted separately
    # allow: { writes: true, load: true }
    # budgets: { requestsPerRun: 2000, shareOfDay: 0.5, refusalsPerKey: 8 }
# waivers: storecheck waive ID RUN writes them
# observations: FILE # pinned observations are read from observations.json next to this file (storecheck pin RUN writes it), or from FILE
failOn: must
`;
}

/** The variables of the configuration, without values. */
export function envExample({ plans }: InitAnswers): string {
  return `# Copy to .env.storecheck, fill in, keep it out of version control, and run: ${EXPORT}\n${plans
    .map((plan) => `${keyVariable(plan)}=\n`)
    .join('')}`;
}
