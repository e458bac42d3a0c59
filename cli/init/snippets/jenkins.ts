import { NPX, renderNpxFetch, type Snippet } from './snippet.ts';

const HEAD = `pipeline {
  agent {
    docker { image 'node:22' }
  }
  environment {
    // The user of the container has no home directory. Do not use the checkout: programs are stored in the home.
    HOME = '/tmp'
  }
  stages {
    stage('Accessibility') {
`;

const TAIL = `      }
      post {
        always {
          junit testResults: 'a11y/junit.xml', allowEmptyResults: true, skipMarkingBuildUnstable: true
          archiveArtifacts artifacts: 'a11y/**', allowEmptyArchive: true
        }
      }
    }
  }
}
`;

const trigger = `${HEAD}      // Pull requests from forks get no key.
      when { expression { env.CHANGE_FORK == null } }
      steps {
        // The workspace still has the report of the previous build.
        sh 'rm -rf a11y'
        withCredentials([string(credentialsId: 'a11y-scan-api-key', variable: 'A11Y_SCAN_API_KEY')]) {
          sh '''
${renderNpxFetch(12)}
            ${NPX} trigger --site {{site}} \\
              --output html=a11y/report.html \\
              --output junit=a11y/junit.xml
          '''
        }
${TAIL}`;

const local = `${HEAD}      steps {
        // The workspace still has the report of the previous build.
        sh 'rm -rf a11y'
        sh '''
          npm ci
          {{start}} &
          trap "kill $! || true" EXIT
          curl --silent --fail --output /dev/null --retry 60 --retry-delay 1 --retry-all-errors {{url}}
${renderNpxFetch(10)}
          ${NPX} local {{url}} \\
            --output html=a11y/report.html \\
            --output junit=a11y/junit.xml
        '''
${TAIL}`;

export const snippet: Snippet = {
  path: 'Jenkinsfile',
  insertion: 'Add this stage to the stages of the file, with the agent and the environment that it needs:',
  language: 'groovy',
  trigger,
  local,
  settings:
    'Manage Jenkins → System → Global properties → Environment variables: A11Y_SCAN_API_URL and A11Y_SCAN_PACKAGE. Manage Jenkins → Credentials: the key as a secret text with the id a11y-scan-api-key.',
  localSettings: 'Manage Jenkins → System → Global properties → Environment variables: A11Y_SCAN_PACKAGE.',
};
