import { createHash, randomBytes } from 'node:crypto';

/**
 * Lambda counts in the trace header how often each function was invoked in one chain of messages and invocations, and
 * ends a chain after about 16 invocations of one function, unless the function allows recursion
 * (https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html). The SDK sends the header of the invocation
 * with each request, SQS stores it with the message. The count is in the member `Lineage`: `<function>:<count>`,
 * separated by `|`.
 */
export const INVOCATIONS_IN_CHAIN = 16;

export type Lineage = {
  /** The trace header of the next invocation. */
  traceHeader: string;
  /** Number of invocations of the function in the chain, this one included. */
  invocations: number;
};

/**
 * Returns the lineage of the next invocation of a function.
 *
 * @param traceHeaders trace headers of the messages or of the request that cause the invocation. A batch continues the
 *   longest chain of its messages.
 */
export function continueLineage(functionArn: string, traceHeaders: readonly string[]): Lineage {
  const counts = new Map<string, number>();
  for (const [name, count] of traceHeaders.flatMap(parseLineage))
    counts.set(name, Math.max(count, counts.get(name) ?? 0));
  const own = createHash('sha256').update(functionArn).digest('hex').slice(0, 8);
  const invocations = (counts.get(own) ?? 0) + 1;
  counts.set(own, invocations);
  const root = traceHeaders.map((header) => readMember(header, 'Root')).find(Boolean) ?? newRoot();
  const lineage = [...counts].map(([name, count]) => `${name}:${count}`).join('|');
  return { traceHeader: `Root=${root};Sampled=0;Lineage=${lineage}`, invocations };
}

function parseLineage(header: string): [name: string, count: number][] {
  const lineage = readMember(header, 'Lineage');
  if (lineage === undefined) return [];
  return lineage.split('|').map((part) => {
    const [name = '', count] = part.split(':');
    return [name, Number(count) || 0];
  });
}

function readMember(header: string, name: string): string | undefined {
  return header
    .split(';')
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** Returns `1-<seconds>-<random>`, as X-Ray does. */
function newRoot(): string {
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  return `1-${seconds}-${randomBytes(12).toString('hex')}`;
}
