import { NPX, renderNpxFetch, type Snippet } from './snippet.ts';

const HEAD = `trigger:
  - main
pr:
  - main
pool:
  vmImage: ubuntu-latest
variables:
  - group: a11y-scan
steps:
  # A self-hosted agent still has the report of the previous build.
  - bash: rm -rf a11y
  - task: UseNode@1
    inputs:
      version: 22.x
`;

const publish = (condition: string) => `  - task: PublishTestResults@2
    condition: ${condition}
    inputs:
      testResultsFormat: JUnit
      testResultsFiles: a11y/junit.xml
      testRunTitle: Accessibility
  - task: PublishPipelineArtifact@1
    condition: ${condition}
    continueOnError: true
    inputs:
      targetPath: a11y
      artifact: accessibility
`;

/**
 * Scripts get secret variables only with `env`:
 * https://learn.microsoft.com/en-us/azure/devops/pipelines/process/set-secret-variables.
 */
const trigger = `${HEAD}  - bash: |
${renderNpxFetch(6)}
      ${NPX} trigger --site {{site}} \\
        --output html=a11y/report.html \\
        --output junit=a11y/junit.xml
    displayName: Accessibility
    # Pull requests from forks get no key.
    condition: and(succeeded(), ne(variables['System.PullRequest.IsFork'], 'True'))
    env:
      A11Y_SCAN_API_KEY: $(A11Y_SCAN_API_KEY)
${publish("and(succeededOrFailed(), ne(variables['System.PullRequest.IsFork'], 'True'))")}`;

const local = `${HEAD}  - bash: |
      set -e
      npm ci
      {{start}} &
      trap "kill $! || true" EXIT
      curl --silent --fail --output /dev/null --retry 60 --retry-delay 1 --retry-all-errors {{url}}
${renderNpxFetch(6)}
      ${NPX} local {{url}} \\
        --output html=a11y/report.html \\
        --output junit=a11y/junit.xml
    displayName: Accessibility
${publish('succeededOrFailed()')}`;

export const snippet: Snippet = {
  path: 'azure-pipelines.yml',
  insertion: 'Add these steps to the steps of the file, and the variable group to its variables:',
  language: 'yaml',
  trigger,
  local,
  settings:
    'Pipelines → Library → a variable group named a11y-scan: A11Y_SCAN_API_URL, A11Y_SCAN_PACKAGE, and A11Y_SCAN_API_KEY with the lock closed.',
  localSettings: 'Pipelines → Library → a variable group named a11y-scan: A11Y_SCAN_PACKAGE.',
};
