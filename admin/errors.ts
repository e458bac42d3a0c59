/** A usage error: exit code 2. The message of one line says what is wrong and what to do instead. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command is valid but failed: exit code 1. The message is one line. */
export class Failure extends Error {
  override name = 'Failure';
}

/**
 * Returns the message for an error, in one line without a stack trace. For AWS errors it says what the person can do.
 * The names are those of the SDK's exceptions.
 */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message } = error;
  const { AWS_PROFILE } = process.env;
  if (name === 'CredentialsProviderError' && AWS_PROFILE) {
    return `The AWS profile ${AWS_PROFILE} does not exist, or has no credentials: set AWS_PROFILE to one of those that aws configure list-profiles prints (${message})`;
  }
  if (name === 'CredentialsProviderError') {
    return `No AWS credentials are set: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (${message})`;
  }
  if (message === 'Region is missing' && AWS_PROFILE)
    return `No AWS region is set, and the AWS profile ${AWS_PROFILE} does not exist or has none: set AWS_REGION, e.g. AWS_REGION=eu-central-1`;
  if (message === 'Region is missing')
    return 'No AWS region is set: set AWS_REGION, e.g. AWS_REGION=eu-central-1';
  if (name.startsWith('AccessDenied')) return `These AWS credentials may not do this: ${message}`;
  if (name.startsWith('ExpiredToken')) return 'The AWS credentials have expired: sign in again';
  if (isUnreachable(error)) return `The service cannot be reached: ${innermost(error)}`;
  return message || name;
}

function isUnreachable(error: Error): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'ETIMEDOUT', 'EAI_AGAIN'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );
}

/**
 * Returns the message of the innermost error. A refused connection is an AggregateError with one error per address and
 * no message.
 */
function innermost(error: Error): string {
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  return (first ?? error).message;
}
