import { NPX, renderNpxFetch, type Snippet } from './snippet.ts';

const HEAD = `version: 2.1
jobs:
  accessibility:
    docker:
      - image: cimg/node:22.21
    steps:
      - checkout
`;

const TAIL = `              --output html=a11y/report.html \\
              --output junit=a11y/junit/results.xml
      - store_test_results:
          path: a11y/junit
      - store_artifacts:
          path: a11y
workflows:
  accessibility:
    jobs:
      - accessibility:
          context: a11y-scan
`;

const trigger = `${HEAD}      - run:
          name: Accessibility
          command: |
            if [ -n "$CIRCLE_PR_NUMBER" ] && [ -z "$A11Y_SCAN_API_KEY" ]; then
              echo "Skipped: a pull request from a fork gets neither the key nor other variables."
              exit 0
            fi
${renderNpxFetch(12)}
            ${NPX} trigger --site {{site}} \\
${TAIL}`;

const local = `${HEAD}      - run: npm ci
      - run:
          name: Preview
          command: |
            {{start}}
          background: true
      - run:
          name: Accessibility
          command: |
            if [ -n "$CIRCLE_PR_NUMBER" ] && [ -z "$A11Y_SCAN_PACKAGE" ]; then
              echo "Skipped: a pull request from a fork gets no variables."
              exit 0
            fi
            curl --silent --fail --output /dev/null --retry 60 --retry-delay 1 --retry-all-errors {{url}}
${renderNpxFetch(12)}
            ${NPX} local {{url}} \\
${TAIL}`;

export const snippet: Snippet = {
  path: '.circleci/config.yml',
  insertion: 'Add this job to the jobs of the file, and to one of its workflows:',
  language: 'yaml',
  trigger,
  local,
  settings:
    'Organization settings → Contexts → a context named a11y-scan: A11Y_SCAN_API_URL, A11Y_SCAN_PACKAGE and A11Y_SCAN_API_KEY.',
  localSettings: 'Organization settings → Contexts → a context named a11y-scan: A11Y_SCAN_PACKAGE.',
};
