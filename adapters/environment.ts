import { z } from 'zod';
import { PAGES_PER_CHUNK_MAX } from '../core/scans/pacing.ts';

/** The environment variables of the functions, which `functions/env.ts` composes for each, and how they are read. */

const name = z.string().min(1);
const queueUrl = z.url({ protocol: /^https?$/ });
const count = z.coerce.number().int().min(1);

/** Ports as a comma list; an empty string is none. */
export const ports = z.string().transform((text, context): number[] => {
  const numbers = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(Number);
  if (!numbers.every((port) => Number.isInteger(port) && port >= 1 && port <= 65_535)) {
    context.addIssue({ code: 'custom', message: 'must be a comma list of ports (1 to 65535)' });
    return z.NEVER;
  }
  return numbers;
});

/** The main table. */
export const tableVariables = { TABLE_NAME: name };

/** The audit log, a table of its own. */
export const auditVariables = { AUDIT_TABLE_NAME: name };

/** What every API function behind the authorizer has; the rate is requests a minute and key. */
export const apiVariables = { ...tableVariables, ...auditVariables, REQUESTS_PER_MINUTE: count };

/** The values of `apiVariables`. */
export type ApiEnvironment = z.output<z.ZodObject<typeof apiVariables>>;

/** Limits that a new scan is held to; the share is of unfinished scans, 0 to 1. */
export const scanLimitVariables = {
  UNFINISHED_SCANS_LIMIT: count,
  PAGES_PER_MONTH_LIMIT: count,
  HIGH_SHARE_LIMIT: z.coerce.number().min(0).max(1),
};

/** The bucket of results and reports. */
export const bucketVariables = { BUCKET_NAME: name };

/** Days after their writing at which objects are deleted by the bucket's lifecycle. */
export const retentionVariables = { RETENTION_DAYS: count };

export const planQueueVariables = { PLAN_QUEUE_URL: queueUrl };
export const recordQueueVariables = { RECORD_QUEUE_URL: queueUrl };
export const finishQueueVariables = { FINISH_QUEUE_URL: queueUrl };

/** The scan queues, one per priority. */
export const scanQueueVariables = {
  SCAN_QUEUE_URL_HIGH: queueUrl,
  SCAN_QUEUE_URL_NORMAL: queueUrl,
  SCAN_QUEUE_URL_LOW: queueUrl,
};

/**
 * How pages are dispatched: pages of one chunk, chunks of one scan in flight, and browsers that may open pages of one
 * host at a time.
 */
export const chunkVariables = {
  PAGES_PER_CHUNK: count.max(PAGES_PER_CHUNK_MAX),
  CHUNKS_IN_FLIGHT: count,
  PLACES_PER_SERVER: count,
};

/** The KMS key under which credentials of sites are sealed, by its ARN. */
export const sealingVariables = { CREDENTIALS_KEY_ARN: name };

const queueArn = z.string().startsWith('arn:');

/** The dead-letter queues that are told apart by these ARNs; the others are those of the scan queues. */
export const deadLetterVariables = { PLAN_DLQ_ARN: queueArn, FINISH_DLQ_ARN: queueArn };

/** Loopback ports that the browser may reach: '' none, '*' all, or a comma list. */
export const loopbackPorts = z.union([
  z.literal('*').transform(() => 'all' as const),
  z.literal('').transform(() => 'none' as const),
  ports,
]);

/** Host names as a comma list, each exact or `name.*`; an empty string is none. */
export const hosts = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** Where functions that open other people's addresses may connect to; see scanner/egress/policy.ts. */
export const egressVariables = {
  /** Ports of public addresses that may be opened. */
  SCAN_PORTS: ports.refine((list) => list.length > 0, 'must name at least one port'),
  /** Loopback ports that pages may be on. None in the cloud; only rehearsals on one machine allow some. */
  SCAN_LOOPBACK_PORTS: loopbackPorts.default('none'),
  /** Ports that pages are never on, whatever the other settings say. */
  SCAN_BLOCKED_PORTS: ports.default([]),
  /** Hosts that are never opened: the service's own. */
  SCAN_BLOCKED_HOSTS: hosts,
};

/**
 * Reads a function's environment.
 * @param schema the variables of the function
 * @param source the environment, `process.env` in a deployed function
 * @returns the parsed variables
 * @throws Error with one line naming every variable at fault
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
  throw new Error(`The function's environment is wrong: ${faults.join('; ')}`);
}
