import { NPX, renderNpxFetch, type Snippet } from './snippet.ts';

const RULES = `    - if: $CI_MERGE_REQUEST_SOURCE_PROJECT_ID != $CI_MERGE_REQUEST_PROJECT_ID
      when: never
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
  script:
`;

/** Writes the reports that GitLab shows: https://docs.gitlab.com/ci/yaml/artifacts_reports/. */
const TAIL = `        --output html=a11y/report.html \\
        --output junit=a11y/junit.xml \\
        --output gitlab-code-quality=a11y/code-quality.json \\
        --output gitlab-accessibility=a11y/accessibility.json
  artifacts:
    when: always
    expose_as: Accessibility report
    paths:
      - a11y/report.html
    reports:
      junit: a11y/junit.xml
      codequality: a11y/code-quality.json
      accessibility: a11y/accessibility.json
`;

const trigger = `accessibility:
  stage: test
  image: node:22
  rules:
    # Merge requests from forks get no variables.
${RULES}    - |
${renderNpxFetch(6)}
      ${NPX} trigger --site {{site}} \\
${TAIL}  # Only a scan that does not end in time (4) warns. A scan without a result (3) fails: your site may be the cause.
  allow_failure:
    exit_codes: [4]
`;

const local = `accessibility:
  stage: test
  image: node:22
  rules:
    # Merge requests from forks get no variables. If you write the package below, they need none.
${RULES}    - npm ci
    - |
      {{start}} &
    - curl --silent --fail --output /dev/null --retry 60 --retry-delay 1 --retry-all-errors {{url}}
    - |
${renderNpxFetch(6)}
      ${NPX} local {{url}} \\
${TAIL}`;

export const snippet: Snippet = {
  path: '.gitlab-ci.yml',
  insertion: 'Add this job to the file. If the file lists stages, add its stage to them:',
  language: 'yaml',
  trigger,
  local,
  settings:
    'Group or project → Settings → CI/CD → Variables: A11Y_SCAN_API_URL, A11Y_SCAN_PACKAGE, and A11Y_SCAN_API_KEY as masked and hidden. Do not protect them, or merge requests do not get them.',
  localSettings:
    'Group or project → Settings → CI/CD → Variables: A11Y_SCAN_PACKAGE. Do not protect it, or merge requests do not get it.',
};
