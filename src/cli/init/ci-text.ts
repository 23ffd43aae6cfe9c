import { toolVersion } from '../../run/version.ts';
import type { CiName, InitAnswers } from './answers.ts';
import { variable } from './config-text.ts';

interface CiFile {
  readonly path: string;
  /** What only its owner knows, and has to be filled in. */
  readonly fillIn: string;
  readonly text: (answers: InitAnswers) => string;
}

/**
 * storecheck is not on the npm registry, where a stranger's package has its name: it comes from a commit or an image of one's own. The
 * placeholders are docs/ci.md's, and lead nowhere until they are filled in.
 */
const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const IMAGE = `registry.example.com/storecheck:${toolVersion}`;

const FILL_IN_IMAGE = 'put in where your image of storecheck lies (docs/ci.md says how it is built)';

/** A new target allows nothing but reading. */
const AND_LIMITS = 'check pushes no limit; once the target has `allow` in storecheck.yaml: run';

/** Where each CI looks, and what stands there: the recipes of docs/ci.md in short. */
export const CI_FILES: Readonly<Record<CiName, CiFile>> = {
  github: {
    path: '.github/workflows/storecheck.yml',
    fillIn: 'put in the repository and the commit of storecheck that you have read',
    text: ({ name, baseUrl, plans }) => `name: storecheck
on:
  workflow_dispatch:
  deployment_status:
permissions:
  contents: read
concurrency: storecheck-${name} # one run a key at a time
jobs:
  storecheck:
    runs-on: ubuntu-24.04
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2, for storecheck.yaml
        with:
          persist-credentials: false
      - uses: example/storecheck@${COMMIT} # the commit that you have read
        env:
${plans.map((plan) => `          ${variable(plan)}: \${{ secrets.${variable(plan)} }}\n`).join('')}        with:
          command: check # ${AND_LIMITS}
          base-url: ${baseUrl} # as in storecheck.yaml: the target is found by it
      - if: always()
        uses: actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2
        with:
          name: storecheck
          path: storecheck-report
`,
  },
  gitlab: {
    path: '.gitlab/storecheck.yml',
    fillIn: FILL_IN_IMAGE,
    text: ({
      name,
      plans,
    }) => `# include: { local: .gitlab/storecheck.yml }; set ${plans.map(variable).join(', ')} as masked and protected variables
storecheck:
  image:
    name: ${IMAGE} # your own: built from a commit that you have read
    entrypoint: [""]
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  resource_group: storecheck-${name} # one run a key at a time
  timeout: 15 minutes
  script:
    - storecheck check --target ${name} --out report # ${AND_LIMITS}
  artifacts:
    when: always
    paths: [report/]
    reports:
      junit: report/junit.xml
`,
  },
  jenkins: {
    path: 'Jenkinsfile.storecheck',
    fillIn: FILL_IN_IMAGE,
    text: ({ name, plans }) => `// ${AND_LIMITS}
pipeline {
  // Your own image: built from a commit that you have read.
  agent { docker { image '${IMAGE}'; args '--entrypoint=' } }
  options { disableConcurrentBuilds(); timeout(time: 15, unit: 'MINUTES') }
  stages {
    stage('storecheck') {
      steps {
        withCredentials([
${plans.map((plan) => `          string(credentialsId: '${variable(plan).toLowerCase().replaceAll('_', '-')}', variable: '${variable(plan)}')`).join(',\n')}
        ]) {
          sh '''
            rm -rf report
            storecheck check --target ${name} --html-assets split --out report
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
