import type { DataFolder } from './data-folder.ts';
import type { Functions } from './functions/functions.ts';
import { DASHBOARD_HOST } from './gateway/sites.ts';
import type { Authorizer, Permission } from './iam/authorizer.ts';
import { ADMINISTRATOR, type CredentialIssuer, type Credentials } from './iam/credentials.ts';
import type { MetricCounters } from './metrics.ts';
import type { RuntimeOptions } from './runtime-options.ts';
import type { Endpoints } from './stand-ins/provision.ts';
import type { SqsS3StandIn } from './stand-ins/sqs-s3.ts';
import { type RuntimeParts, startParts } from './start-parts.ts';
import type { LambdaFunction, Service } from './template/service.ts';
import { UndoStack } from './undo-stack.ts';

/** Serves synthesized stacks on this machine. */
export class Runtime {
  /** `http://localhost:PORT/<stage>`, where the API's paths begin. */
  readonly apiUrl: string;
  /** The stacks' outputs, with URLs that are valid on this machine. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly endpoints: Endpoints;
  /** Credentials of the administrator, who may do everything. */
  readonly credentials: Credentials;
  readonly data: DataFolder;
  readonly service: Service;
  /** What the services of AWS would count. */
  readonly metrics: MetricCounters;
  readonly functions: Functions;
  /** Where the mails that the service sends can be read: `http://127.0.0.1:PORT/`. */
  readonly mailsUrl: string;
  private readonly issuer: CredentialIssuer;
  private readonly authorizer: Authorizer;
  private readonly standIn: SqsS3StandIn;
  private readonly shutdown: () => Promise<void>;
  private stopped: Promise<void> | undefined;

  private constructor(parts: RuntimeParts, shutdown: () => Promise<void>) {
    this.apiUrl = parts.apiUrl;
    this.outputs = parts.outputs;
    this.endpoints = parts.endpoints;
    this.issuer = parts.issuer;
    this.authorizer = parts.authorizer;
    this.credentials = parts.issuer.issue(ADMINISTRATOR);
    this.data = parts.data;
    this.service = parts.service;
    this.metrics = parts.metrics;
    this.functions = parts.functions;
    this.mailsUrl = parts.mailsUrl;
    this.standIn = parts.standIn;
    this.shutdown = shutdown;
  }

  /** Version 1 of the API: `http://localhost:PORT/api/v1`. */
  get baseUrl(): string {
    return `${this.apiUrl}/v1`;
  }

  /** `http://a11y-scan.localhost:PORT`, where people use the dashboard. */
  get dashboardUrl(): string {
    return `http://${DASHBOARD_HOST}:${this.port}`;
  }

  get port(): number {
    return Number(new URL(this.apiUrl).port);
  }

  /**
   * Starts everything and resolves when the API answers.
   *
   * If the start fails, everything that was started is stopped again.
   *
   * @throws PortTakenError, DataFolderError, SynthesisError, ReplacedTableError, each with a message of one line
   */
  static async start(options: RuntimeOptions): Promise<Runtime> {
    const undo = new UndoStack();
    const undoAll = () => undo.undoAll();
    try {
      return new Runtime(await startParts(options, undo), undoAll);
    } catch (error) {
      await undoAll();
      throw error;
    }
  }

  /**
   * Invokes a function as an event source would.
   *
   * @param functionPart a part of exactly one function's logical id
   * @throws FunctionError if the function fails
   */
  invoke(functionPart: string, event: unknown): Promise<unknown> {
    return this.functions.invoke(this.functions.findArn(functionPart), event);
  }

  /**
   * Returns the credentials that an environment of a function gets.
   *
   * @param functionPart a part of exactly one function's logical id
   */
  credentialsOf(functionPart: string): Credentials {
    const arn = this.functions.findArn(functionPart);
    const lambda = this.service.functions.find((each) => each.arn === arn) as LambdaFunction;
    return this.issuer.issue(lambda.logicalId);
  }

  /** Returns the permissions of functions that no request has used since the start. */
  listUnusedPermissions(): Permission[] {
    return this.authorizer.listUnused(this.service.functions.map(({ roleArn }) => roleArn));
  }

  /**
   * Makes the in-flight messages of a killed function visible at once.
   *
   * @param queuePart a part of the queues' logical ids; if it is missing, all queues
   */
  releaseInFlight(queuePart?: string): void {
    for (const queue of this.service.queues) {
      if (queuePart === undefined || queue.logicalId.includes(queuePart)) {
        this.standIn.releaseInFlight(queue.name);
      }
    }
  }

  /**
   * Stops receiving work, waits up to the grace period for work in progress, and closes everything. Safe to call
   * again.
   */
  stop(): Promise<void> {
    this.stopped ??= this.shutdown();
    return this.stopped;
  }
}
