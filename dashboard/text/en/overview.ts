/** Texts of the overview of an account. */
export const overviewText = {
  title: 'Overview',
  role: (role: string) => `Your role: ${role}.`,
  cards: {
    apiKeys: 'Create keys for programs, rotate and revoke them.',
    members: 'Invite people and set their roles.',
    usage: 'See requests, scans and pages by day.',
    audit: 'See who did what, and when.',
    account: 'Leave the account. Admins can also rename and delete it.',
    sharedReports: 'See which reports people without an account can read, and end links.',
    sessions: 'Change your name, see where you are signed in, and sign out everywhere.',
  },
  steps: 'First steps',
  key: {
    title: '1. Create an API key',
    text: 'Give it the role Manager, so that it can create a site. Copy its value, which is shown once.',
    action: 'Create API key',
  },
  site: {
    title: '2. Create a site',
    text: 'Put the value of the key into the variable A11Y_SCAN_API_KEY, then run:',
  },
  scan: {
    title: '3. Scan it',
    text: 'Get the package of the command a11y-scan from the operator of the service, and install it. The command waits for the result and prints it. Its exit code says whether the gate passed.',
  },
  copySite: 'Copy the request that creates a site',
  copyScan: 'Copy the command that scans it',
};
