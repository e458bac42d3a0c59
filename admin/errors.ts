/** The command was used wrongly: exit code 2. The message says what is wrong and what would be right, in one line. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command was right but could not be carried out: exit code 1. The message is one line. */
export class Failure extends Error {
  override name = 'Failure';
}
