import { delimiter, dirname } from 'node:path';
import type { Credentials } from '../iam/credentials.ts';
import type { Endpoints } from '../stand-ins/provision.ts';
import { REGION } from '../template/names.ts';
import type { LambdaFunction } from '../template/service.ts';

/**
 * Returns the environment variables of a function: those of the template, those that Lambda itself sets
 * (https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html), the stand-ins' addresses as the SDK
 * reads them, and six that are set only here. These let the function of sign-ins use the provider of identities on this
 * machine. They let the scanner open chosen ports of this machine's loopback addresses, but not the service's own, let
 * all environments share one unpacked browser instead of one each in `/tmp`, let the scanner remove everything that
 * earlier chunks left in TMPDIR, and make it run the browser in a sandbox. Nothing is taken from the runtime's own
 * environment.
 *
 * @param credentials of the environment
 * @param folders the environment's own folder for temporary files, like `/tmp` on Lambda, and the folder of the
 *   unpacked browser
 * @param sandbox whether this machine permits the sandbox of the browser
 * @param ports ports of this machine that scanned pages may reach, and those that they must never reach
 */
export function buildFunctionVariables(
  lambda: LambdaFunction,
  endpoints: Endpoints,
  credentials: Credentials,
  folders: { temporary: string; chromium: string },
  sandbox: boolean,
  ports: { allowed: 'all' | readonly number[]; blocked: readonly string[] },
): Record<string, string> {
  return {
    NODE_OPTIONS: '--enable-source-maps',
    AWS_XRAY_CONTEXT_MISSING: 'IGNORE_ERROR',
    ...lambda.environment(endpoints.sqs),
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: 'local',
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: endpoints.cognito,
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_KMS: endpoints.kms,
    AWS_ENDPOINT_URL_LAMBDA: endpoints.lambda,
    AWS_ENDPOINT_URL_SESV2: endpoints.ses,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    AWS_ENDPOINT_URL_SSM: endpoints.ssm,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(lambda.memoryMegabytes),
    AWS_LAMBDA_FUNCTION_NAME: lambda.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${lambda.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    CHROMIUM_DIR: folders.chromium,
    LAMBDA_TASK_ROOT: lambda.codeFolder ?? '',
    LANG: 'en_US.UTF-8',
    PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
    SCAN_BLOCKED_PORTS: ports.blocked.join(','),
    SCAN_LOOPBACK_PORTS: ports.allowed === 'all' ? '*' : ports.allowed.join(','),
    SCAN_OWNS_TMPDIR: 'true',
    ...(sandbox && { SCAN_SANDBOX: 'required' }),
    SIGN_IN_LOOPBACK_ISSUER: 'allowed',
    TMPDIR: folders.temporary,
    TZ: ':UTC',
    _HANDLER: lambda.handler,
  };
}
