import { NPX, renderNpxFetch, type Snippet } from './snippet.ts';

const HEAD = `image: node:22
definitions:
  steps:
    - step: &accessibility
        name: Accessibility
        script:
`;

/**
 * Bitbucket finds test results by the name of their folder:
 * https://support.atlassian.com/bitbucket-cloud/docs/test-reporting-in-pipelines/.
 */
const TAIL = `              --output html=a11y/report.html \\
              --output junit=test-results/accessibility.xml
        artifacts:
          - a11y/report.html
pipelines:
  pull-requests:
    '**':
      - step: *accessibility
  branches:
    main:
      - step: *accessibility
`;

const trigger = `${HEAD}          - |
${renderNpxFetch(12)}
            ${NPX} trigger --site {{site}} \\
${TAIL}`;

const local = `${HEAD}          - npm ci
          - |
            {{start}} &
          - curl --silent --fail --output /dev/null --retry 60 --retry-delay 1 --retry-all-errors {{url}}
          - |
${renderNpxFetch(12)}
            ${NPX} local {{url}} \\
${TAIL}`;

export const snippet: Snippet = {
  path: 'bitbucket-pipelines.yml',
  insertion: 'Add this step to the definitions of the file, and run it for pull requests and for main:',
  language: 'yaml',
  trigger,
  local,
  settings:
    'Workspace settings → Pipelines → Workspace variables: A11Y_SCAN_API_URL, A11Y_SCAN_PACKAGE, and A11Y_SCAN_API_KEY as secured.',
  localSettings: 'Workspace settings → Pipelines → Workspace variables: A11Y_SCAN_PACKAGE.',
};
