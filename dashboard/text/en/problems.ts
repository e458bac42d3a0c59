/** Words for calls that failed. Problems of the service bring their own words. */
export const problemsText = {
  title: 'That did not work',
  reload: 'Reload',
  /** Title and text, as screen readers announce them. */
  spoken: (title: string, text: string) => `${title}. ${text}`,
  offline: {
    title: 'No connection to the service',
    text: 'This device is offline, or the service cannot be reached. Check the connection, then try again.',
    textOfChange:
      'This device is offline, or the service cannot be reached. It is not known whether the change was made. Check that before you repeat it.',
  },
  timeout: {
    title: 'The service did not answer in time',
    text: 'It may be busy. Try again.',
    textOfChange: 'It is not known whether the change was made. Check that before you repeat it.',
  },
  unexpected: {
    title: 'Unexpected answer',
    text: (status: string) =>
      `The answer is not one of the service (status ${status}). Try again. If it happens again, report it to the operator.`,
  },
  crashed: {
    title: 'This screen failed',
    text: 'A fault in the dashboard stopped this screen. Nothing was changed in your account. Reload the page. If it happens again, report it to the operator.',
  },
  outdated: {
    title: 'This screen could not be loaded',
    text: 'The dashboard was probably updated since you opened it, or the connection was lost. Reload the page to get the current version.',
  },
  signInAgain: {
    title: 'Sign in again to do this',
    text: 'This action needs a sign-in that is at most 15 minutes old. You return to this screen, and what you entered is kept.',
    action: 'Sign in again',
  },
};
