/** The command was used wrongly: exit code 2. The message says what is wrong and what would be right, in one line. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command was right but could not be carried out: exit code 1. The message is one line. */
export class Failure extends Error {
  override name = 'Failure';
}

/**
 * What went wrong, in one line for a person, without a stack trace. AWS errors are told by what the person can do
 * about them; the names are those of the SDK's exceptions.
 */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message } = error;
  if (name === 'CredentialsProviderError') {
    return `There are no AWS credentials: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (${message})`;
  }
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

/** A refused connection is an aggregate of one error per address and has no message of its own. */
function innermost(error: Error): string {
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  return (first ?? error).message;
}
