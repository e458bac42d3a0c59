import { z } from 'zod';
import { PAGES_PER_CHUNK_MAX } from '../core/scans/pacing.ts';
import { responseModes } from '../core/scans/response-mode.ts';
import type { ScanLimits } from '../core/scans/trigger.ts';

/**
 * The environment variables of the functions, and how they are read. `functions/env.ts` combines them for each
 * function.
 */

const name = z.string().min(1);
const queueUrl = z.url({ protocol: /^https?$/ });
const count = z.coerce.number().int().min(1);

/** Comma-separated ports; an empty string means no ports. */
export const ports = z.string().transform((text, context): number[] => {
  const numbers = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(Number);
  if (!numbers.every((port) => Number.isInteger(port) && port >= 1 && port <= 65_535)) {
    context.addIssue({ code: 'custom', message: 'must be comma-separated ports (1 to 65535)' });
    return z.NEVER;
  }
  return numbers;
});

/** The main table. */
export const tableVariables = { TABLE_NAME: name };

/** The table of the audit log. */
export const auditVariables = { AUDIT_TABLE_NAME: name };

/**
 * The secret with which CloudFront proves that it set the header with the address of the viewer. An empty string means
 * that no such header is believed.
 */
export const originVariables = { ORIGIN_SECRET: z.string() };

/**
 * The parameter of Systems Manager with the settings of the sign-in. An issuer on this machine is allowed only in the
 * embedded runtime, which sets the second variable.
 */
export const signInVariables = {
  SIGN_IN_PARAMETER: name,
  SIGN_IN_LOOPBACK_ISSUER: z.literal('allowed').optional(),
};

/** The user pool in which invited people get a user; empty if people sign in at another provider. */
export const userPoolVariables = { USER_POOL_ID: z.string() };

/** The variables of every API function behind the authorizer. The rate is in requests per minute and key or person. */
export const apiVariables = { ...tableVariables, ...auditVariables, REQUESTS_PER_MINUTE: count };

/** The values of `apiVariables`. */
export type ApiEnvironment = z.output<z.ZodObject<typeof apiVariables>>;

/** Limit of the pages of an account, for new scans and while scans run. */
export const pageLimitVariables = { PAGES_PER_MONTH_LIMIT: count };

/** Limit for new sites of an account. */
export const siteLimitVariables = { SITES_LIMIT: count };

/** Limit for new API keys of an account. */
export const keyLimitVariables = { KEYS_LIMIT: count };

/** Limits for new scans. The share is a share of the unfinished scans, 0 to 1. */
export const scanLimitVariables = {
  ...pageLimitVariables,
  UNFINISHED_SCANS_LIMIT: count,
  SCANS_PER_MONTH_LIMIT: count,
  HIGH_SHARE_LIMIT: z.coerce.number().min(0).max(1),
};

/** Returns the limits of an account from the variables of a function. */
export function readScanLimits(env: {
  UNFINISHED_SCANS_LIMIT: number;
  SCANS_PER_MONTH_LIMIT: number;
  PAGES_PER_MONTH_LIMIT: number;
  HIGH_SHARE_LIMIT: number;
}): ScanLimits {
  return {
    unfinishedScans: env.UNFINISHED_SCANS_LIMIT,
    scansPerMonth: env.SCANS_PER_MONTH_LIMIT,
    pagesPerMonth: env.PAGES_PER_MONTH_LIMIT,
    highShare: env.HIGH_SHARE_LIMIT,
  };
}

/** The bucket of results and reports. */
export const bucketVariables = { BUCKET_NAME: name };

/** The bucket of the dashboard's files. */
export const dashboardBucketVariables = { DASHBOARD_BUCKET_NAME: name };

/** Days after which the bucket's lifecycle rule deletes an object, counted from its last write. */
export const retentionVariables = { RETENTION_DAYS: count };

export const planQueueVariables = { PLAN_QUEUE_URL: queueUrl };
export const recordQueueVariables = { RECORD_QUEUE_URL: queueUrl };
export const finishQueueVariables = { FINISH_QUEUE_URL: queueUrl };

/** The queue of `dispatch-events`. */
export const eventsQueueVariables = { EVENTS_QUEUE_URL: queueUrl };

/** The queues of `deliver-webhooks`, the second for endpoints that answer slowly. */
export const deliveryQueueVariables = { DELIVERIES_QUEUE_URL: queueUrl, SLOW_DELIVERIES_QUEUE_URL: queueUrl };

/** The queue of `send-mail`. */
export const mailsQueueVariables = { MAILS_QUEUE_URL: queueUrl };

/** The address of the sender of mails; empty if mail is off. */
export const senderVariables = { MAIL_SENDER: z.string() };

/** How mails are sent. An empty region is that of the function. */
export const mailVariables = {
  ...senderVariables,
  MAIL_CONFIGURATION_SET: z.string(),
  MAIL_REGION: z.string(),
};

/** The scan queues, one per priority. */
export const scanQueueVariables = {
  SCAN_QUEUE_URL_HIGH: queueUrl,
  SCAN_QUEUE_URL_NORMAL: queueUrl,
  SCAN_QUEUE_URL_LOW: queueUrl,
};

/**
 * Limits for the dispatch of pages: pages in one chunk, chunks of one scan in flight, and browsers that open pages of
 * one host at the same time.
 */
export const chunkVariables = {
  PAGES_PER_CHUNK: count.max(PAGES_PER_CHUNK_MAX),
  CHUNKS_IN_FLIGHT: count,
  HOST_CONCURRENCY: count,
};

/** ARN of the KMS key that encrypts the credentials of sites. */
export const sealingVariables = { CREDENTIALS_KEY_ARN: name };

/** The function with the browser, and how its response comes. */
export const browserVariables = {
  BROWSER_FUNCTION_ARN: z.string().startsWith('arn:'),
  BROWSER_RESPONSES: z.enum(responseModes),
};

const queueArn = z.string().startsWith('arn:');

/** ARNs that identify two of the dead-letter queues. All others belong to the scan queues. */
export const deadLetterVariables = { PLAN_DLQ_ARN: queueArn, FINISH_DLQ_ARN: queueArn };

/** ARN that identifies the queue of slow endpoints. `deliver-webhooks` also gets messages from the other queue. */
export const slowQueueVariables = { SLOW_DELIVERIES_QUEUE_ARN: queueArn };

/** Loopback ports that the browser may open: '' no port, '*' all ports, or comma-separated ports. */
export const loopbackPorts = z.union([
  z.literal('*').transform(() => 'all' as const),
  z.literal('').transform(() => 'none' as const),
  ports,
]);

/** Comma-separated host names, each exact or `name.*`; an empty string means no hosts. */
export const hosts = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** The egress policy of functions that open URLs of customers; see scanner/egress/policy.ts. */
export const egressVariables = {
  /** Ports of public addresses that may be opened. */
  SCAN_PORTS: ports.refine((list) => list.length > 0, 'must name at least one port'),
  /** Loopback ports of pages. None in the cloud. Only tests on one machine allow some. */
  SCAN_LOOPBACK_PORTS: loopbackPorts.default('none'),
  /** Ports that are never opened. This setting overrides the others. */
  SCAN_BLOCKED_PORTS: ports.default([]),
  /** Hosts that are never opened: the hosts of the service itself. */
  SCAN_BLOCKED_HOSTS: hosts,
};

/**
 * Reads the environment of a function.
 * @param schema the variables of the function
 * @param source the environment, `process.env` in a deployed function
 * @returns the parsed variables
 * @throws Error with one line that names every missing or invalid variable
 */
export function readEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  source: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  const parsed = schema.safeParse(source);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => {
    const variable = issue.path.join('.');
    return source[variable] === undefined ? `${variable} is not set` : `${variable}: ${issue.message}`;
  });
  throw new Error(`Missing or invalid environment variables: ${faults.join('; ')}`);
}
