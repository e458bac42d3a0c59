import type { CommandName } from '../settings/flags.ts';

/** A command, as help and documentation show it. */
export interface CommandSpec {
  /** One line, in the list of commands. */
  summary: string;
  /** Above its own help. */
  description: string;
  /** What follows its name, as commander reads it. */
  argument?: { name: string; meaning: string };
  /** Command lines that work, each with what it does. */
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
      'Starts a scan on the service, waits for it, writes the report in the formats that you ask for, and ends by ' +
      'its gate. Ctrl-C cancels the scan.',
    examples: [
      [
        'Fail when new problems of impact serious or critical appear:',
        'a11y-scan trigger --site https://www.example.com/',
      ],
      [
        'Scan a preview and write what the pipeline shows:',
        'a11y-scan trigger --site https://www.example.com/ --url https://pr-42.example.com/ --output sarif=a11y.sarif --output junit=a11y.xml',
      ],
      [
        'Fail on any critical problem or more than 50 problems:',
        'a11y-scan trigger --site https://www.example.com/ --fail-on any=critical --fail-on total=50',
      ],
    ],
  },
  local: {
    usesKey: false,
    summary: 'scan pages from this machine, without the service',
    description:
      'Scans in this process, with the same engine and the same reports, and needs no key. What the named URLs ' +
      'resolve to may be private; nothing else that is private is reached.',
    argument: { name: '<url...>', meaning: 'where to begin; further URLs are scanned too' },
    examples: [
      ['Scan a preview in the pipeline:', 'a11y-scan local http://localhost:8080/'],
      [
        'Keep a report to compare with later:',
        'a11y-scan local http://localhost:8080/ --output json=report.json --fail-on nothing',
      ],
      [
        'Fail only on what is new since that report:',
        'a11y-scan local http://localhost:8080/ --baseline report.json',
      ],
      [
        'Scan one page by other rules:',
        'a11y-scan local http://localhost:8080/cart --crawl none --rules wcag21-aa,best-practice',
      ],
    ],
  },
  report: {
    usesKey: true,
    summary: 'show a scan of the service again, and write its report',
    description: 'Waits for the scan if it is unfinished, shows it as `trigger` does, and ends by its gate.',
    argument: { name: '<scan>', meaning: 'id of the scan, scan_…' },
    examples: [
      [
        'Show a scan and keep its report:',
        'a11y-scan report scan_01jd3k5m7n9p1q3r5s7t9v1w3x --output html=report.html',
      ],
      [
        'Its JSON report on standard output:',
        'a11y-scan report scan_01jd3k5m7n9p1q3r5s7t9v1w3x --output json=-',
      ],
    ],
  },
  sites: {
    usesKey: true,
    summary: 'list the sites that the key may access',
    description: 'Lists the sites that the key may access: what --site takes.',
    examples: [
      ['All of them:', 'a11y-scan sites'],
      ['For a program:', 'a11y-scan sites --json'],
    ],
  },
  'rule-sets': {
    usesKey: true,
    summary: 'list the rule sets',
    description:
      'Lists what --rules takes: of the service where its API and a key are known, else of this version.',
    examples: [['All of them:', 'a11y-scan rule-sets']],
  },
  init: {
    usesKey: false,
    summary: 'write a configuration file and what goes into the pipeline',
    description:
      'Asks a few questions, and writes a11y-scan.config.json and the file of the pipeline for the CI that it finds ' +
      'in the working directory. A pipeline that is there already is left as it is, and what goes into it is shown.',
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
    summary: 'what action.yml runs',
    description: 'Runs as the GitHub Action does, by the environment variables that action.yml sets.',
    examples: [],
    hidden: true,
  },
};
