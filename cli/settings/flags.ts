import { IDEMPOTENCY_HOURS } from '../../core/api/call-limits.ts';
import { BROWSER_MEMORY_MB } from '../../core/scans/pacing.ts';
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
  flag('--config <path>', 'configuration file; default: a11y-scan.config.json in the working directory'),
  flag('--no-config', 'read no configuration file'),
  flag('--print-config', 'show the settings and the source of each, and do nothing else'),
  flag('--json', 'print one JSON document, for programs'),
  flag(
    '--quiet',
    'print only the result, warnings and errors; for a scan, only the gate decision with its reasons, and annotations',
  ),
  flag('--color', 'use colors even without a terminal'),
  flag('--no-color', 'use no colors; the environment variable NO_COLOR does the same'),
  flag('--api-url <url>', 'API of the service, https://…/api/v1; or set A11Y_SCAN_API_URL'),
  flag('--trust-config-file', 'send the key of the environment to the API URL of the configuration file'),
];

const rulesFlag = repeatable(
  '--rules <names>',
  'rule sets, separated by commas or repeated; default: wcag-aa',
);
const timeoutFlag = flag(
  '--timeout <duration>',
  'maximum time to wait for the end of the scan, e.g. 90s or 1h; default: 15m',
);
const outputFlag = repeatable(
  '--output <format=path>',
  'write the report in a format, e.g. sarif=out.sarif; - means standard output',
);
const annotationsFlag = flag('--no-annotations', 'no annotations in GitHub Actions and Azure Pipelines');

/** Flags of the commands that scan. */
/** Returns the flags of a command that scans. @param targetBranch what the command uses the target branch for */
const buildScanFlags = (targetBranch: string): readonly FlagSpec[] => [
  rulesFlag,
  repeatable(
    '--fail-on <what=threshold>',
    'when the gate fails, e.g. new=serious, any=critical, total=50, or nothing',
  ),
  outputFlag,
  timeoutFlag,
  flag('--max-pages <number>', 'maximum number of pages to scan'),
  flag('--max-depth <number>', 'maximum number of links between a page and the given URLs or the sitemap'),
  flag('--crawl <mode>', 'source of discovered pages: links, sitemap, both or none'),
  flag('--viewport <size>', 'desktop, tablet, mobile, or a size such as 1024x768'),
  flag('--color-scheme <scheme>', 'value of prefers-color-scheme for pages: light or dark'),
  flag('--branch <name>', 'the built branch; detected in most pipelines'),
  flag('--target-branch <name>', `the branch to merge into; ${targetBranch}`),
  flag('--commit <hash>', 'the built commit'),
  flag('--pull-request <name>', 'the built pull or merge request'),
  annotationsFlag,
];

/** Flags of each command, besides the global ones. */
export const commandFlags = {
  trigger: [
    flag('--site <id|url>', 'the site: its id or its URL'),
    flag('--url <preview>', "scan this URL instead of the site's, e.g. a preview"),
    ...buildScanFlags('a scan of it is the baseline'),
    flag('--priority <priority>', 'high, normal or low'),
    flag('--baseline <scan>', 'the scan to compare with; default: the service chooses'),
    flag(
      '--idempotency-key <key>',
      `the same key within ${IDEMPOTENCY_HOURS} hours gives the same scan, also in another invocation`,
    ),
  ],
  local: [
    ...buildScanFlags('recorded in the report'),
    flag('--baseline <report.json>', 'the JSON report to compare with'),
    flag(
      '--suppressions <file.json>',
      'findings to exclude from the count: an array of suppressions as the API takes them',
    ),
    flag('--browser <path>', 'path of a chrome-headless-shell, if the package contains none'),
    repeatable(
      '--allow-origin <origin>',
      'let pages reach this private address too, e.g. http://127.0.0.1:4000',
    ),
    flag('--concurrency <number>', 'number of parallel browsers; default: the number of cores, at most 4'),
    flag(
      '--memory <MB>',
      `memory of each browser above which its page is ended; default: ${BROWSER_MEMORY_MB}, less on small machines`,
    ),
  ],
  report: [outputFlag, timeoutFlag, annotationsFlag],
  sites: [],
  'rule-sets': [],
  init: [
    flag('--site <id|url>', 'the site: its id or its URL'),
    rulesFlag,
    flag('--ci <name>', `${pipelineNames.join(', ')} or none`),
    flag('--local', 'set up scans in the pipeline itself, without the service'),
    flag('--url <preview>', 'URL of the preview in the pipeline, for scans without the service'),
    flag('--write', 'write the pipeline file; fail if it exists'),
    flag('--no-write', 'show the text of the pipeline file, and do not write it'),
    flag('--yes', 'ask no questions; use all defaults'),
    flag('--force', 'replace an existing configuration file'),
  ],
  'github-action': [],
} as const satisfies Record<string, readonly FlagSpec[]>;

/** The commands, by name. */
export type CommandName = keyof typeof commandFlags;

/** The values of the command line as given; undefined if not given. */
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
  memory?: string;
  ci?: string;
  local?: true;
  /** False for `--no-write`. */
  write?: boolean;
  yes?: true;
  force?: true;
}
