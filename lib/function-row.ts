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
}

/** The configuration of one Lambda function. Its name is the name of its folder. */
export interface FunctionRow<Env extends object = object> {
  /** A description of one line for the AWS console. */
  readonly description: string;
  /** The effect of an error of the function, as the end of `<name> failed: `. */
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
   * The function runs what strangers wrote. Its execution environments are shared by no two tenants, so that it must be
   * invoked with a tenant id; and CloudWatch makes no metrics of its log.
   */
  readonly isUntrusted?: true;
  readonly queues?: readonly QueueSource[];
  /**
   * Whether the function is invoked in each round of a loop of functions and queues. Lambda would end the loop after
   * about 16 rounds, so deep crawls would stop; the limits of the scan end it instead.
   */
  readonly inLoop?: true;
  /** Time between two runs of a scheduled function. If a run fails, the next one does its work. */
  readonly every?: Duration;
}
