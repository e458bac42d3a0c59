import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { BROWSER_MEMORY_MIN_MB, PAGES_PER_CHUNK_MAX } from '../core/scans/pacing.ts';
import type { ResponseMode } from '../core/scans/response-mode.ts';

/** Megabytes of the browser's function that are not the browser's: Node has what the page reports, and its traffic. */
export const NODE_MEMORY_MB = 500;

/** The settings of one stage. Stages differ only in these values. */
export interface StageSettings {
  readonly stage: string;
  /** Limits of one account or key. */
  readonly limits: {
    /** Requests per minute of one key. */
    readonly requestsPerMinute: number;
    /** Unfinished scans of one account at a time. */
    readonly unfinishedScans: number;
    /** Pages scanned in a calendar month by one account. */
    readonly pagesPerMonth: number;
    /** Scans triggered in a calendar month by one account. */
    readonly scansPerMonth: number;
    /** Sites of one account. */
    readonly sites: number;
    /** API keys of one account that are not revoked. */
    readonly keys: number;
    /** Share of an account's unfinished scans that may have high priority, 0 to 1. */
    readonly highShare: number;
  };
  /** Limits of the API over all keys. */
  readonly throttling: { readonly requestsPerSecond: number; readonly burst: number };
  readonly retention: {
    readonly logs: RetentionDays;
    /**
     * Days for which page results, reports and pictures are kept, from `RETENTION_DAYS_MIN` to `RETENTION_DAYS_MAX`.
     * The objects of scans with which later scans can be compared are kept longer: see functions/extend-retention.
     */
    readonly objectsDays: number;
    /** Whether tables and keys are retained when their stack is deleted, and the stack is protected from deletion. */
    readonly keepData: boolean;
  };
  /** Memory in megabytes by kind of function. 1,769 MB correspond to one vCPU. */
  readonly memory: {
    readonly api: number;
    /** bcrypt needs CPU. */
    readonly authorizer: number;
    readonly workflow: number;
    readonly finish: number;
    /** It checks results of several megabytes. */
    readonly dispatcher: number;
    /** A page whose browser needs more than `NODE_MEMORY_MB` less is ended. Large pages need 1,400 MB there. */
    readonly browser: number;
  };
  /** Maximum concurrent invocations by queue; AWS requires at least 2. */
  readonly concurrency: {
    readonly plan: number;
    readonly scan: { readonly high: number; readonly normal: number; readonly low: number };
    readonly record: number;
    readonly finish: number;
    readonly deadLetters: number;
    readonly events: number;
    readonly deliveries: number;
    readonly slowDeliveries: number;
    /** Few, because Amazon SES limits how many mails it accepts in a second. */
    readonly mails: number;
    readonly mailReports: number;
  };
  /** How browsers report: `buffered` is for regions where Lambda does not stream responses (lib/regions.ts). */
  readonly browserResponses: ResponseMode;
  /** Pages in one chunk, scanned by one browser. */
  readonly pagesPerChunk: number;
  /** Chunks of one scan in flight at the same time. */
  readonly chunksInFlight: number;
  /**
   * Host concurrency: browsers that may open pages of one host at the same time, over all accounts. Lower priorities
   * may use fewer slots.
   */
  readonly hostConcurrency: number;
  /** Email address that is subscribed to the alarm topic, if set. */
  readonly alarmEmail?: string;
  /** The OpenID Connect provider with which people sign in. Without it, the stack makes a Cognito user pool. */
  readonly signInProvider?: SignInProvider;
  /**
   * `off` deploys API and scans alone: no distribution, and no one can sign in. A new AWS account may be refused a
   * distribution.
   */
  readonly dashboard: 'on' | 'off';
  /** Whether everyone can make a user in the user pool. Being in the pool grants nothing. */
  readonly selfSignUp: boolean;
  /** The host of the dashboard. Without it, CloudFront chooses one. */
  readonly dashboardDomain?: CustomDomain;
  /** The sender of mails. Without it, mail is off. */
  readonly mail?: MailSender;
  /** Ports of public addresses that pages may use; 80 and 443 are the ports of HTTP and HTTPS. */
  readonly scanPorts: readonly number[];
  /**
   * Hosts that no page may reach, e.g. a custom domain name of the API. The service's own API and bucket are always
   * blocked. `name.*` stands for every host that begins with these labels.
   */
  readonly scanBlockedHosts: readonly string[];
  /** Loopback ports that the browser may open: '' no port, '*' all ports. Only tests on one machine set it. */
  readonly scanLoopbackPorts: string;
  readonly logLevel: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR';
}

/** An OpenID Connect provider, with the public client of the dashboard. */
export interface SignInProvider {
  /** An https URL. */
  readonly issuer: string;
  readonly clientId: string;
}

/** The sender of mails. */
export interface MailSender {
  /** An address that is verified with Amazon SES, or whose domain is. */
  readonly address: string;
  /** The region of Amazon SES, if it is another one than that of the stacks. */
  readonly region?: string;
}

/** A host name, with a certificate of it in the region us-east-1. */
export interface CustomDomain {
  readonly name: string;
  readonly certificateArn: string;
}

/**
 * Minimum retention. If extending the retention fails, half of this time remains to fix it, which must be some days.
 */
export const RETENTION_DAYS_MIN = 7;
export const RETENTION_DAYS_MAX = 3_650;

const dev: StageSettings = {
  stage: 'dev',
  limits: {
    requestsPerMinute: 600,
    unfinishedScans: 50,
    pagesPerMonth: 100_000,
    scansPerMonth: 10_000,
    sites: 1_000,
    keys: 1_000,
    highShare: 0.5,
  },
  throttling: { requestsPerSecond: 100, burst: 200 },
  retention: { logs: RetentionDays.ONE_MONTH, objectsDays: 365, keepData: false },
  memory: { api: 512, authorizer: 1024, workflow: 1024, finish: 1024, dispatcher: 512, browser: 3008 },
  concurrency: {
    plan: 2,
    scan: { high: 4, normal: 4, low: 2 },
    record: 5,
    finish: 2,
    deadLetters: 2,
    events: 2,
    deliveries: 5,
    slowDeliveries: 2,
    mails: 2,
    mailReports: 2,
  },
  browserResponses: 'streamed',
  pagesPerChunk: 10,
  chunksInFlight: 4,
  hostConcurrency: 6,
  dashboard: 'on',
  selfSignUp: false,
  scanPorts: [80, 443],
  scanBlockedHosts: [],
  scanLoopbackPorts: '',
  logLevel: 'INFO',
};

const prod: StageSettings = {
  ...dev,
  stage: 'prod',
  chunksInFlight: 10,
  hostConcurrency: 12,
  limits: { ...dev.limits, pagesPerMonth: 1_000_000, scansPerMonth: 100_000 },
  throttling: { requestsPerSecond: 500, burst: 1000 },
  retention: { logs: RetentionDays.ONE_YEAR, objectsDays: 365, keepData: true },
  memory: { api: 512, authorizer: 1769, workflow: 1024, finish: 1769, dispatcher: 512, browser: 3008 },
  concurrency: {
    ...dev.concurrency,
    plan: 5,
    scan: { high: 20, normal: 20, low: 10 },
    record: 20,
    finish: 5,
    events: 5,
    deliveries: 20,
    slowDeliveries: 5,
  },
};

const stages = { dev, prod };

export type StageName = keyof typeof stages;
export const stageNames = Object.keys(stages) as StageName[];

/** True if a text is the name of a stage. */
export function isStage(text: string): text is StageName {
  return Object.hasOwn(stages, text);
}

/** The settings of a single deployment that differ from its stage. */
export interface SettingsOverrides extends Omit<Partial<StageSettings>, 'retention'> {
  readonly retention?: Partial<StageSettings['retention']>;
}

/**
 * Returns the settings of a stage.
 * @param stage name of the stage from `cdk -c stage=…`
 * @throws Error if the stage does not exist (the message names the existing ones) or a value is out of range
 */
export function resolveStageSettings(stage: string, overrides: SettingsOverrides = {}): StageSettings {
  if (!isStage(stage)) {
    throw new Error(`Unknown stage '${stage}': use -c stage=<stage> with one of ${stageNames.join(', ')}`);
  }
  const settings = stages[stage];
  const retention = { ...settings.retention, ...overrides.retention };
  requireRetention(retention.objectsDays);
  const { pagesPerChunk } = { ...settings, ...overrides };
  if (pagesPerChunk > PAGES_PER_CHUNK_MAX) {
    throw new Error(`A chunk must have at most ${PAGES_PER_CHUNK_MAX} pages, not ${pagesPerChunk}`);
  }
  const { browser } = { ...settings, ...overrides }.memory;
  if (browser < NODE_MEMORY_MB + BROWSER_MEMORY_MIN_MB) {
    throw new Error(
      `memory.browser must be at least ${NODE_MEMORY_MB + BROWSER_MEMORY_MIN_MB} MB, not ${browser}`,
    );
  }
  return { ...settings, ...overrides, retention };
}

/**
 * Returns the retention days from the CDK context, which is a string or a number; undefined if it is not set.
 * @throws Error if the value is not a valid retention
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
