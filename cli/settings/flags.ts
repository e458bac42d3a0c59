import { IDEMPOTENCY_HOURS } from '../../core/api/call-limits.ts';
import type { FlagSpec } from '../command-line/flags.ts';
import { pipelineNames } from '../pipeline/pipeline.ts';

const flag = (flags: string, meaning: string): FlagSpec => ({
  flags,
  kind: flags.includes('<') ? 'value' : 'switch',
  meaning,
});
const repeatable = (flags: string, meaning: string): FlagSpec => ({ flags, kind: 'values', meaning });

/** Flags of every command. */
export const globalFlags: readonly FlagSpec[] = [
  flag('--config <path>', 'configuration file; a11y-scan.config.json in the working directory unless given'),
  flag('--no-config', 'read no configuration file'),
  flag('--print-config', 'show the settings, where each comes from, and do nothing else'),
  flag('--json', 'print one JSON document, for programs'),
  flag(
    '--quiet',
    'print only the result, warnings and errors; of a scan, only what the gate decided and why, and annotations',
  ),
  flag('--color', 'colours even where there is no terminal'),
  flag('--no-color', 'no colours; so does the environment variable NO_COLOR'),
  flag('--api-url <url>', 'API of the service, https://…/api/v1; or set A11Y_SCAN_API_URL'),
  flag('--trust-config-file', 'send the key of the environment to the API URL of the configuration file'),
];

const rulesFlag = repeatable('--rules <names>', 'rule sets, with commas or repeated; wcag-aa unless given');
const timeoutFlag = flag('--timeout <duration>', 'wait at most so long, e.g. 90s or 1h; 15m unless given');
const outputFlag = repeatable(
  '--output <format=path>',
  'write the report in a format, e.g. sarif=out.sarif; - is standard output',
);
const annotationsFlag = flag('--no-annotations', 'no annotations in GitHub Actions and Azure Pipelines');

/** Flags of the commands that scan. */
const scanFlags: readonly FlagSpec[] = [
  rulesFlag,
  repeatable(
    '--fail-on <what=threshold>',
    'when the gate fails, e.g. new=serious, any=critical, total=50, or nothing',
  ),
  outputFlag,
  timeoutFlag,
  flag('--max-pages <number>', 'pages to scan at most'),
  flag('--max-depth <number>', 'links to follow at most from the first pages'),
  flag('--crawl <mode>', 'where further pages come from: links, sitemap, both or none'),
  flag('--viewport <size>', 'desktop, tablet, mobile, or a size such as 1024x768'),
  flag('--color-scheme <scheme>', 'what prefers-color-scheme says to pages: light or dark'),
  flag('--branch <name>', 'the branch that was built; known in most pipelines'),
  flag('--target-branch <name>', 'the branch that it is to be merged into; a scan of it is the baseline'),
  flag('--commit <hash>', 'the commit that was built'),
  flag('--pull-request <name>', 'the pull or merge request that was built'),
  annotationsFlag,
];

/** Flags of each command, besides those of every command. */
export const commandFlags = {
  trigger: [
    flag('--site <id|url>', 'the site: its id or its URL'),
    flag('--url <preview>', "scan this URL instead of the site's, e.g. a preview"),
    ...scanFlags,
    flag('--priority <priority>', 'high, normal or low'),
    flag('--baseline <scan>', 'the scan to compare with; chosen by the service unless given'),
    flag(
      '--idempotency-key <key>',
      `the same key within ${IDEMPOTENCY_HOURS} hours gives the same scan, also in another invocation`,
    ),
  ],
  local: [
    ...scanFlags,
    flag('--baseline <report.json>', 'the JSON report to compare with'),
    flag(
      '--suppressions <file.json>',
      'findings to exclude from the count: an array of what the API takes for a suppression',
    ),
    flag('--browser <path>', 'this chrome-headless-shell, where none comes with the package'),
    repeatable(
      '--allow-origin <origin>',
      'let pages reach this private address too, e.g. http://127.0.0.1:4000',
    ),
    flag('--concurrency <number>', 'browsers at once; as many as there are cores, 4 at most, unless given'),
  ],
  report: [outputFlag, timeoutFlag, annotationsFlag],
  sites: [],
  'rule-sets': [],
  init: [
    flag('--site <id|url>', 'the site: its id or its URL'),
    rulesFlag,
    flag('--ci <name>', `${pipelineNames.join(', ')} or none`),
    flag('--local', 'set up scans in the pipeline itself, without the service'),
    flag('--url <preview>', 'where the preview answers in the pipeline, for scans in it'),
    flag('--write', 'write the file of the pipeline, and fail where there is one already'),
    flag('--no-write', 'show what goes into the file of the pipeline, and do not write it'),
    flag('--yes', 'ask nothing: take the default of every question'),
    flag('--force', 'write over a configuration file that is there'),
  ],
  'github-action': [],
} as const satisfies Record<string, readonly FlagSpec[]>;

/** The commands, by name. */
export type CommandName = keyof typeof commandFlags;

/** What was given on the command line, as it was given; undefined what was not. */
export interface Flags {
  /** False for `--no-config`. */
  config?: string | false;
  printConfig?: true;
  json?: true;
  quiet?: true;
  color?: boolean;
  apiUrl?: string;
  trustConfigFile?: true;
  rules?: string[];
  failOn?: string[];
  output?: string[];
  timeout?: string;
  maxPages?: string;
  maxDepth?: string;
  crawl?: string;
  viewport?: string;
  colorScheme?: string;
  branch?: string;
  targetBranch?: string;
  commit?: string;
  pullRequest?: string;
  /** False for `--no-annotations`. */
  annotations?: boolean;
  site?: string;
  url?: string;
  priority?: string;
  baseline?: string;
  idempotencyKey?: string;
  suppressions?: string;
  browser?: string;
  allowOrigin?: string[];
  concurrency?: string;
  ci?: string;
  local?: true;
  /** False for `--no-write`. */
  write?: boolean;
  yes?: true;
  force?: true;
}
