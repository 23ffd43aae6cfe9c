import type { TargetClass } from '../../config/index.ts';
import { keyVariable } from '../../result/key-variable.ts';
import { toolVersion } from '../../run/prepare.ts';
import type { CiName, InitAnswers } from './answers.ts';

interface CiFile {
  readonly path: string;
  /** Where to store the keys. */
  readonly secrets: string;
  readonly text: (answers: InitAnswers) => string;
}

/** Installs the package. npx would not pass on the signal that cancels a job, and the run would continue. */
const install = ({ package: spec }: InitAnswers) =>
  `npm install --prefix ~/storecheck --ignore-scripts --no-audit --no-fund ${spec}`;

const INSTALLED = '~/storecheck/node_modules/.bin/storecheck';

/** A k6 runs only on the system that it was built for. */
const K6_KEY = `storecheck-k6-\${{ runner.os }}-\${{ runner.arch }}-${toolVersion}`;

const secretsAt = ({ plans }: InitAnswers, indent: string) =>
  plans.map((plan) => `${indent}${keyVariable(plan)}: \${{ secrets.${keyVariable(plan)} }}\n`).join('');

/** Runs the command in place of the shell, so that it gets the signals of the CI. */
const check = ({ name }: InitAnswers, out: string) => `exec ${INSTALLED} check --target ${name} ${out}`;

/** A run that also exhausts the rate limits, and does not pass if it was read-only. */
const gate = ({ name, class: targetClass }: InitAnswers, out: string) =>
  `run --target ${name}${targetClass === 'production' ? ' --allow-load --confirm-host HOST' : ''} --fail-on skipped ${out}`;

/** What the gate needs in addition to its lines. */
const needed = ({ class: targetClass }: InitAnswers) =>
  targetClass === 'local' ? '' : ', and set allow: { writes: true } in storecheck.yaml';

const IMAGE = 'IMAGE is built in a checkout of storecheck (docker build .), and contains Node, k6 and storecheck';

/** Arguments of Docker that keep the ledger in a folder of a Jenkins agent. */
const STATE = '--volume /var/lib/storecheck:/state --env XDG_STATE_HOME=/state';

/** The pipelines of docs/ci.md, for one target. */
export const CI_FILES: Readonly<Record<CiName, CiFile>> = {
  github: {
    path: '.github/workflows/storecheck.yml',
    secrets: 'store the keys as secrets of the repository',
    text: (answers) => `name: storecheck
on:
  workflow_dispatch:
${answers.class === 'local' ? '  push:\n  pull_request:' : afterDeployment(answers)}
permissions:
  contents: read
jobs:
  storecheck:
${answers.class === 'local' ? '' : onlyAfterSuccess(answers)}    runs-on: ubuntu-24.04
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
        with:
          persist-credentials: false
      - uses: actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0
        with:
          node-version: 20
      - run: ${install(answers)}
${startFirst(answers.class, '      #')}      # The gate, which exhausts the rate limits as well: uncomment the next five steps, and remove the check after them${needed(answers)}.
      # - uses: actions/setup-go@d35c59abb061a4a6fb18e82ac0862c26744d6ab5 # v5.5.0
      #   with: { go-version: "1.25", cache: false }
      # - id: k6
      #   uses: actions/cache/restore@5a3ec84eff668545956fd18022155c47e93e2684 # v4.2.3
      #   with: { path: ~/.cache/storecheck/k6, key: "${K6_KEY}" }
      # - run: ${INSTALLED} k6 install
      # - if: steps.k6.outputs.cache-hit != 'true' # before the run, because a failed gate must keep k6, too
      #   uses: actions/cache/save@5a3ec84eff668545956fd18022155c47e93e2684 # v4.2.3
      #   with: { path: ~/.cache/storecheck/k6, key: "${K6_KEY}" }
      # - run: exec ${INSTALLED} ${gate(answers, '--out storecheck-report')}
      #   env:
${secretsAt(answers, '      #     ')}      - run: ${check(answers, '--out storecheck-report')}
        env:
${secretsAt(answers, '          ')}      - if: always()
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
    text: (answers) => `storecheck:
${answers.class === 'local' ? EACH_CHANGE : afterStages(answers.name)}  image: node:20
  timeout: 30 minutes
  variables:
    XDG_STATE_HOME: $CI_PROJECT_DIR/.storecheck # what each key has used of its day
  cache:
    key: storecheck
    when: always
    paths: [.storecheck/]
  before_script:
    - |
      printf '{"storecheck":[{"external_link":{"label":"Report","url":"%s/artifacts/file/report/report.html"}}]}\\n' "$CI_JOB_URL" > annotations.json
  script:
    - ${install(answers)}
${startFirst(answers.class, '    #')}    - ${check(answers, '--out report')}
  # The gate, which exhausts the rate limits as well: use these lines instead of image and script${needed(answers)}.
  # ${IMAGE}.
  # image: { name: IMAGE, entrypoint: [""] }
  # script:
  #   - exec storecheck ${gate(answers, '--out report')}
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
    text: (answers) => `pipeline {
  // To keep what each key has used of its day for the next build, mount a folder of the agent that its user can write:
  // docker { image 'node:20'; args '${STATE}' }
  agent { docker { image 'node:20' } }
  options { disableConcurrentBuilds(); timeout(time: 30, unit: 'MINUTES') }
  environment { HOME = '/tmp' }
  stages {
    stage('storecheck') {
${answers.class === 'local' ? '' : oneAtATime(answers.name)}      steps {
        withCredentials([
${answers.plans.map((plan) => `          string(credentialsId: '${keyVariable(plan).toLowerCase().replaceAll('_', '-')}', variable: '${keyVariable(plan)}')`).join(',\n')}
        ]) {
          // The gate, which exhausts the rate limits as well: use this agent, and this line instead of the last two${needed(answers)}.
          // ${IMAGE}.
          // docker { image 'IMAGE'; args '--entrypoint= ${STATE}' }
          // exec storecheck ${gate(answers, '--html-assets split --out report')}
          sh '''
            rm -rf report
            ${install(answers)}
${startFirst(answers.class, '            #')}            ${check(answers, '--html-assets split --out report')}
          '''
        }
      }
      post {
        always {
          junit testResults: 'report/junit.xml', allowEmptyResults: false
          archiveArtifacts artifacts: 'report/**', allowEmptyArchive: true
        }
      }
    }
  }
}
`,
  },
};

function afterDeployment({ plans }: InitAnswers): string {
  return `  # A job of your deployment calls it: needs: DEPLOYMENT, uses: ./.github/workflows/storecheck.yml, secrets: inherit
  workflow_call:
    secrets:
${plans.map((plan) => `      ${keyVariable(plan)}: { required: true }\n`).join('')}  # A deployment by an app, a personal token or another service. GitHub starts no workflow for one made with GITHUB_TOKEN.
  deployment_status:`;
}

/** In a called workflow, the event is that of the caller. */
function onlyAfterSuccess({ name }: InitAnswers): string {
  return `    concurrency: storecheck-${name} # one run at a time per key; of several waiting runs, GitHub keeps the newest
    if: >-
      github.event_name != 'deployment_status' ||
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

function oneAtATime(name: string): string {
  return `      // One run at a time per key (plugin Lockable Resources); in a multibranch project, only on the default branch.
      options { lock('storecheck-${name}') }
      when { beforeOptions true; expression { env.BRANCH_NAME == null || env.BRANCH_IS_PRIMARY == 'true' } }
`;
}

const startFirst = (targetClass: TargetClass, indent: string): string =>
  targetClass === 'local' ? `${indent} Start the service here; the check creates animals in it.\n` : '';
