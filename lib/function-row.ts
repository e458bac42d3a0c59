import type { Duration, Size } from 'aws-cdk-lib';
import type { Queue } from 'aws-cdk-lib/aws-sqs';

/** What a function may do: exactly these actions on exactly these resources, under IAM's conditions if any. */
export interface Grant {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: Readonly<Record<string, Record<string, string | string[]>>>;
  /** The finding of cdk-nag about the grant, and why the grant stays. */
  readonly acknowledged?: { readonly id: string; readonly reason: string };
}

/** A queue whose messages go to a function. */
export interface QueueSource {
  readonly queue: Queue;
  readonly batchSize: number;
  /** Most invocations at a time, so that messages wait in the queue instead of being throttled. */
  readonly maxConcurrency: number;
}

/** Everything about one Lambda function but its name, which is also that of its folder. */
export interface FunctionRow<Env extends object = object> {
  /** One line for the console. */
  readonly description: string;
  /** What an error of the function means, as the end of `<name> failed: `. */
  readonly failure: string;
  /** Exactly what the function reads by `functions/env.ts`. */
  readonly environment: Env;
  readonly grants: readonly Grant[];
  readonly timeout: Duration;
  /** Megabytes. */
  readonly memory: number;
  /** Size of /tmp; 512 MB unless given. */
  readonly ephemeralStorage?: Size;
  readonly queues?: readonly QueueSource[];
  /** Time between two runs of a scheduled function. The next run makes up for one that failed. */
  readonly every?: Duration;
}
