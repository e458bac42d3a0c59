import type { Duration, Size } from 'aws-cdk-lib';
import type { Queue } from 'aws-cdk-lib/aws-sqs';

/** A permission of a function: exactly these actions on exactly these resources, with IAM conditions if any. */
export interface Grant {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: Readonly<Record<string, Record<string, string | string[]>>>;
  /** The finding of cdk-nag about the grant, and the reason for accepting it. */
  readonly acknowledged?: { readonly id: string; readonly reason: string };
}

/** A queue whose messages a function handles. */
export interface QueueSource {
  readonly queue: Queue;
  readonly batchSize: number;
  /** Maximum number of concurrent invocations, so that messages wait in the queue instead of being throttled. */
  readonly maxConcurrency: number;
  /** Time for which a batch waits for more messages; needed for more than ten. By default it does not wait. */
  readonly maxBatchingWindow?: Duration;
}

/** The configuration of one Lambda function. Its name is the name of its folder. */
export interface FunctionRow<Env extends object = object> {
  /** A description of one line for the AWS console. */
  readonly description: string;
  /** The effect of an error of the function, for the description of its alarm: `<name> failed: <failure>`. */
  readonly failure: string;
  /** Exactly the variables of the function in `functions/env.ts`. */
  readonly environment: Env;
  readonly grants: readonly Grant[];
  readonly timeout: Duration;
  /** Megabytes of memory. */
  readonly memory: number;
  /** Size of /tmp; 512 MB by default. */
  readonly ephemeralStorage?: Size;
  /**
   * Whether the function runs code of scanned pages. No two tenants share an execution environment of the function, so
   * each invocation must name a tenant id. CloudWatch makes no metrics from its log, so that pages cannot forge them.
   */
  readonly isUntrusted?: true;
  readonly queues?: readonly QueueSource[];
  /**
   * Whether the function is invoked in each round of a loop of functions and queues. By default Lambda stops such a
   * loop after about 16 rounds, which would stop deep crawls. So this function is exempt. The limits of the scan end
   * the loop instead.
   */
  readonly inLoop?: true;
  /** Time between two runs of a scheduled function. If a run fails, the next one does its work. */
  readonly every?: Duration;
}
