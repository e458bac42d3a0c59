import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { PAGES_PER_CHUNK_MAX } from '../core/scans/pacing.ts';

/** What one stage sets. Stages differ in these values only; which resources exist never depends on them. */
export interface StageSettings {
  readonly stage: string;
  /** What one account or key may do. */
  readonly limits: {
    /** Requests a minute of one key. */
    readonly requestsPerMinute: number;
    /** Unfinished scans of one account at a time. */
    readonly unfinishedScans: number;
    /** Pages scanned in a calendar month by one account. */
    readonly pagesPerMonth: number;
    /** Share of an account's unfinished scans that may have high priority, 0 to 1. */
    readonly highShare: number;
  };
  /** What the whole gateway takes, over all keys. */
  readonly throttling: { readonly requestsPerSecond: number; readonly burst: number };
  readonly retention: {
    readonly logs: RetentionDays;
    /**
     * Days that page results, reports and pictures are kept, from `RETENTION_DAYS_MIN` to `RETENTION_DAYS_MAX`. Those of
     * the scans that later ones can be compared with are kept for longer: see functions/extend-retention.
     */
    readonly objectsDays: number;
    /** Whether tables and keys outlive their stack, and the stack is protected from deletion. */
    readonly keepData: boolean;
  };
  /** Megabytes by kind of function. A CPU comes with each 1,769 MB. */
  readonly memory: {
    readonly api: number;
    /** bcrypt needs CPU. */
    readonly authorizer: number;
    readonly workflow: number;
    readonly finish: number;
    /** 1,600 is the floor for Chromium. */
    readonly browser: number;
  };
  /** Most invocations at a time by queue; AWS wants at least 2. */
  readonly concurrency: {
    readonly plan: number;
    readonly scan: { readonly high: number; readonly normal: number; readonly low: number };
    readonly record: number;
    readonly finish: number;
    readonly deadLetters: number;
  };
  /** Pages that one browser takes. */
  readonly pagesPerChunk: number;
  /** Chunks of one scan that are out at once. */
  readonly chunksInFlight: number;
  /** Browsers that may open pages of one server at a time, over all accounts; lesser priorities may hold fewer. */
  readonly placesPerServer: number;
  /** Alarms go to the topic, and to this address if one is set. */
  readonly alarmEmail?: string;
  /** Ports of public addresses that pages may be on; 80 and 443 are those of the web. */
  readonly scanPorts: readonly number[];
  /**
   * Hosts that no page may reach beside the service's own API and bucket, which are always refused: a custom domain
   * name of the API, for one. `name.*` stands for every host that begins with these labels.
   */
  readonly scanBlockedHosts: readonly string[];
  /** Loopback ports that the browser may open: '' none, '*' all. Only rehearsals on one machine set it. */
  readonly scanLoopbackPorts: string;
  readonly logLevel: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR';
}

/** Half of it is the time in which a renewal may fail: some days at least. */
export const RETENTION_DAYS_MIN = 7;
export const RETENTION_DAYS_MAX = 3_650;

const dev: StageSettings = {
  stage: 'dev',
  limits: { requestsPerMinute: 600, unfinishedScans: 50, pagesPerMonth: 100_000, highShare: 0.5 },
  throttling: { requestsPerSecond: 100, burst: 200 },
  retention: { logs: RetentionDays.ONE_MONTH, objectsDays: 365, keepData: false },
  memory: { api: 512, authorizer: 1024, workflow: 1024, finish: 1024, browser: 2048 },
  concurrency: { plan: 2, scan: { high: 4, normal: 4, low: 2 }, record: 5, finish: 2, deadLetters: 2 },
  pagesPerChunk: 10,
  chunksInFlight: 4,
  placesPerServer: 6,
  scanPorts: [80, 443],
  scanBlockedHosts: [],
  scanLoopbackPorts: '',
  logLevel: 'INFO',
};

const prod: StageSettings = {
  ...dev,
  stage: 'prod',
  chunksInFlight: 10,
  placesPerServer: 12,
  limits: { requestsPerMinute: 600, unfinishedScans: 50, pagesPerMonth: 1_000_000, highShare: 0.5 },
  throttling: { requestsPerSecond: 500, burst: 1000 },
  retention: { logs: RetentionDays.ONE_YEAR, objectsDays: 365, keepData: true },
  memory: { api: 512, authorizer: 1769, workflow: 1024, finish: 1769, browser: 3008 },
  concurrency: { plan: 5, scan: { high: 20, normal: 20, low: 10 }, record: 20, finish: 5, deadLetters: 2 },
};

const stages = { dev, prod };

/** What a single deployment sets differently from its stage. */
export interface SettingsOverrides extends Omit<Partial<StageSettings>, 'retention'> {
  readonly retention?: Partial<StageSettings['retention']>;
}

/**
 * The settings of a stage.
 * @param stage its name, as given by `cdk -c stage=…`
 * @throws Error if there is no such stage, naming those that exist, or a value is out of bounds
 */
export function resolveStageSettings(stage: string, overrides: SettingsOverrides = {}): StageSettings {
  if (!Object.hasOwn(stages, stage)) {
    throw new Error(
      `Unknown stage '${stage}': use -c stage=<stage> with one of ${Object.keys(stages).join(', ')}`,
    );
  }
  const settings = stages[stage as keyof typeof stages];
  const retention = { ...settings.retention, ...overrides.retention };
  requireRetention(retention.objectsDays);
  const { pagesPerChunk } = { ...settings, ...overrides };
  if (pagesPerChunk > PAGES_PER_CHUNK_MAX) {
    throw new Error(`A chunk must have at most ${PAGES_PER_CHUNK_MAX} pages, not ${pagesPerChunk}`);
  }
  return { ...settings, ...overrides, retention };
}

/**
 * Days as the context of the CDK gives them, a text or a number; undefined when it does not.
 * @throws Error if they are no retention
 */
export function parseRetentionDays(given: unknown): number | undefined {
  if (given === undefined) return undefined;
  const days = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
  requireRetention(days);
  return days;
}

function requireRetention(days: unknown): asserts days is number {
  const isWhole = Number.isInteger(days) && typeof days === 'number';
  if (!isWhole || days < RETENTION_DAYS_MIN || days > RETENTION_DAYS_MAX) {
    throw new Error(
      `The retention must be a whole number of days from ${RETENTION_DAYS_MIN} to ${RETENTION_DAYS_MAX}, not '${days}'`,
    );
  }
}
