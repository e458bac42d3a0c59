import { renderStepRun, type Snippet } from './snippet.ts';

/** Permissions of the job's token: to comment on the pull request and to upload to code scanning. */
const PERMISSIONS = `permissions:
  contents: read
  pull-requests: write
  security-events: write
`;

const HEAD = `name: Accessibility
on:
  pull_request:
  push:
    branches: [main]
${PERMISSIONS}concurrency:
  group: accessibility-\${{ github.ref }}
  cancel-in-progress: true
`;

const UPLOAD_HTML = `      - uses: actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1
        if: always() && steps.accessibility.outputs.html-file != ''
        with:
          path: \${{ steps.accessibility.outputs.html-file }}
          archive: false
`;

const UPLOADS = `      - uses: github/codeql-action/upload-sarif@7188fc363630916deb702c7fdcf4e481b751f97a # v4.37.1
        if: always() && steps.accessibility.outputs.sarif-file != ''
        continue-on-error: true
        with:
          sarif_file: \${{ steps.accessibility.outputs.sarif-file }}
${UPLOAD_HTML}`;

const run = `      - id: accessibility
        run: |
${renderStepRun('github-action', 10)}
        env:
          A11Y_SCAN_PACKAGE: \${{ vars.A11Y_SCAN_PACKAGE }}
`;

const JOB = `jobs:
  accessibility:
    # Pull requests from forks get neither secrets nor variables.
    if: github.event_name != 'pull_request' || github.event.pull_request.head.repo.full_name == github.repository
    runs-on: ubuntu-latest
    timeout-minutes: 20
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
      - uses: actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0
        with:
          node-version: 22
`;

const trigger = `${HEAD}${JOB}${run}          A11Y_SCAN_API_URL: \${{ vars.A11Y_SCAN_API_URL }}
          A11Y_SCAN_API_KEY: \${{ secrets.A11Y_SCAN_API_KEY }}
          A11Y_SCAN_SITE: {{site}}
          GITHUB_TOKEN: \${{ github.token }}
${UPLOADS}`;

const local = `${HEAD}${JOB}      - run: npm ci
      - run: |
          {{start}} &
          curl --silent --fail --output /dev/null --retry 60 --retry-delay 1 --retry-all-errors {{url}}
${run}          A11Y_SCAN_COMMAND: local
          A11Y_SCAN_URLS: {{url}}
          GITHUB_TOKEN: \${{ github.token }}
${UPLOADS}`;

/**
 * Returns the same with action.yml, for organizations that store it where their workflows may use it.
 * @param version of the release that the workflow uses. A branch would run later commits with the key.
 */
export const renderActionWorkflow = (version: string) => `${HEAD}jobs:
  accessibility:
    runs-on: ubuntu-latest
    timeout-minutes: 20
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
      - id: accessibility
        uses: YOUR_ORGANIZATION/a11y-scan-service@v${version} # or the commit of a release
        with:
          package: \${{ vars.A11Y_SCAN_PACKAGE }}
          api-url: \${{ vars.A11Y_SCAN_API_URL }}
          api-key: \${{ secrets.A11Y_SCAN_API_KEY }}
          site: {{site}}
${UPLOAD_HTML}`;

export const snippet: Snippet = {
  path: '.github/workflows/accessibility.yml',
  insertion: 'Compare the file with this text, or add this text as a workflow with another name:',
  language: 'yaml',
  trigger,
  local,
  settings:
    'Organization or repository → Settings → Secrets and variables → Actions: A11Y_SCAN_API_URL and A11Y_SCAN_PACKAGE as variables, A11Y_SCAN_API_KEY as a secret.',
  localSettings:
    'Organization or repository → Settings → Secrets and variables → Actions: A11Y_SCAN_PACKAGE as a variable.',
};
