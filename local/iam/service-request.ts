import type { IncomingHttpHeaders } from 'node:http';

/** The services of AWS that have a server on this machine. */
export type ServiceName = 'dynamodb' | 'sqs' | 's3' | 'kms' | 'lambda' | 'ssm' | 'ses' | 'cognito-idp';

/** A request to a service, as it arrived. */
export type ServiceRequest = {
  service: ServiceName;
  /** `TransactWriteItems`, `SendMessage`, `PutObject` …; undefined if it is not known. */
  action: string | undefined;
  method: string;
  /** Encoded. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
};

const targets: Readonly<Record<string, ServiceName>> = {
  DynamoDB_20120810: 'dynamodb',
  AmazonSQS: 'sqs',
  TrentService: 'kms',
  AmazonSSM: 'ssm',
  AWSCognitoIdentityProviderService: 'cognito-idp',
};

/** Lambda's API has paths with dates; names of buckets in paths have none. */
const LAMBDA_PATH = /^\/20\d\d-\d\d-\d\d\/functions\/[^/]+\/(invocations|response-streaming-invocations)$/;

/** No bucket of the service is called `v2`. */
const SEND_MAIL_PATH = '/v2/email/outbound-emails';

const objectActions: Readonly<Record<string, string>> = {
  GET: 'GetObject',
  HEAD: 'HeadObject',
  PUT: 'PutObject',
  DELETE: 'DeleteObject',
};

/**
 * Returns which service and action a request names: by a header for DynamoDB, SQS, KMS, Systems Manager and Cognito,
 * by the path for Lambda and SES, and by method, path and query for S3.
 */
export function parseServiceRequest(
  method: string,
  url: string,
  headers: IncomingHttpHeaders,
): ServiceRequest {
  const question = url.indexOf('?');
  const path = question < 0 ? url : url.slice(0, question);
  const query = new URLSearchParams(question < 0 ? '' : url.slice(question + 1));
  const request = { method, path, query, headers };
  const [api = '', named] = String(headers['x-amz-target'] ?? '').split('.');
  if (named !== undefined && Object.hasOwn(targets, api))
    return { ...request, service: targets[api] as ServiceName, action: named };
  const invocation = LAMBDA_PATH.exec(path)?.[1];
  if (invocation !== undefined) {
    const action = invocation === 'invocations' ? 'Invoke' : 'InvokeWithResponseStream';
    return { ...request, service: 'lambda', action };
  }
  if (path === SEND_MAIL_PATH && method === 'POST')
    return { ...request, service: 'ses', action: 'SendEmail' };
  const isObject = /^\/[^/]+\/./.test(path);
  return { ...request, service: 's3', action: isObject ? objectActions[method] : undefined };
}
