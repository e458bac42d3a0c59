import type { CommandName } from '../settings/flags.ts';

/** A command, as help and documentation show it. */
export interface CommandSpec {
  /** One line, in the list of commands. */
  summary: string;
  /** Shown at the top of the command's own help. */
  description: string;
  /** The arguments, in commander's notation. */
  argument?: { name: string; meaning: string };
  /** Executable examples with their descriptions. */
  examples: readonly (readonly [what: string, line: string])[];
  /** Whether it calls the service. */
  usesKey: boolean;
  hidden?: true;
}

export const commands: Readonly<Record<CommandName, CommandSpec>> = {
  trigger: {
    usesKey: true,
    summary: 'scan a site of the service and wait for the result',
    description:
      'Starts a scan on the service, waits for it, writes the report in the requested formats, and exits with the ' +
      'result of the gate. Ctrl-C cancels the scan.',
    examples: [
      [
        'Fail if violations of impact serious or above are new or regressed:',
        'a11y-scan trigger --site https://www.example.com/',
      ],
      [
        'Scan a preview and write reports for the pipeline:',
        'a11y-scan trigger --site https://www.example.com/ --url https://pr-42.example.com/ --output sarif=a11y.sarif --output junit=a11y.xml',
      ],
      [
        'Fail on any critical violation or more than 50 violations:',
        'a11y-scan trigger --site https://www.example.com/ --fail-on any=critical --fail-on total=50',
      ],
    ],
  },
  local: {
    usesKey: false,
    summary: 'scan pages from this machine, without the service',
    description:
      'Scans in this process, with the same engine and reports as the service. Needs no key. The named URLs may ' +
      'resolve to private addresses. All other private addresses are blocked.',
    argument: {
      name: '<url...>',
      meaning: 'the start URL; more URLs are listed pages, which are always scanned',
    },
    examples: [
      ['Scan a preview in the pipeline:', 'a11y-scan local http://localhost:8080/'],
      [
        'Write a report as the baseline of later scans:',
        'a11y-scan local http://localhost:8080/ --output json=report.json --fail-on nothing',
      ],
      [
        'Fail only on violations that are new or regressed since that report:',
        'a11y-scan local http://localhost:8080/ --baseline report.json',
      ],
      [
        'Scan one page with other rule sets:',
        'a11y-scan local http://localhost:8080/cart --crawl none --rules wcag21-aa,best-practice',
      ],
    ],
  },
  report: {
    usesKey: true,
    summary: 'show a scan of the service again, and write its report',
    description:
      'Waits for the scan if it has not ended, shows it as `trigger` does, and exits with the result of its gate.',
    argument: { name: '<scan>', meaning: 'id of the scan, scan_…' },
    examples: [
      [
        'Show a scan and write its report:',
        'a11y-scan report scan_01jd3k5m7n9p1q3r5s7t9v1w3x --output html=report.html',
      ],
      [
        'Write its JSON report to standard output:',
        'a11y-scan report scan_01jd3k5m7n9p1q3r5s7t9v1w3x --output json=-',
      ],
    ],
  },
  sites: {
    usesKey: true,
    summary: 'list the sites that the key may access',
    description: 'Lists the sites that the key may access. --site takes their ids or URLs.',
    examples: [
      ['List all of them:', 'a11y-scan sites'],
      ['For a program:', 'a11y-scan sites --json'],
    ],
  },
  'rule-sets': {
    usesKey: true,
    summary: 'list the rule sets',
    description:
      'Lists the values of --rules: from the service if its API and a key are known, otherwise from this version.',
    examples: [['List all of them:', 'a11y-scan rule-sets']],
  },
  init: {
    usesKey: false,
    summary: 'write a configuration file and the file of the pipeline',
    description:
      'Asks a few questions. Then writes a11y-scan.config.json and the pipeline file for the CI that it detects in the ' +
      'working directory. An existing pipeline file is not changed; the text to add to it is shown.',
    examples: [
      ['Answer questions:', 'a11y-scan init'],
      [
        'Without questions:',
        'a11y-scan init --yes --site https://www.example.com/ --api-url https://scan.example.com/api/v1 --ci gitlab',
      ],
    ],
  },
  'github-action': {
    usesKey: false,
    summary: 'run the GitHub Action (action.yml)',
    description: 'Runs the GitHub Action with the environment variables that action.yml sets.',
    examples: [],
    hidden: true,
  },
};
