/** Texts of the first steps in an account without sites. */
export const firstStepsText = {
  title: 'First steps',
  site: {
    title: '1. Add a site',
    text: 'Give its name and the page with which each scan begins. Nothing is scanned before you start a scan.',
    action: 'Add a site',
    program: 'A program does the same with the value of an API key in the variable A11Y_SCAN_API_KEY:',
    copy: 'Copy the request that creates a site',
  },
  key: {
    title: '2. Create an API key',
    text: 'Programs need one, such as your CI. Give it the role Scanner, or Manager if it creates sites. Copy its value, which is shown once.',
    action: 'Create API key',
  },
  scan: {
    title: '3. Scan the site',
    text: 'Get the package of the command a11y-scan from the operator of the service, and install it. The command waits for the result and prints it. Its exit code says whether the gate passed.',
    copy: 'Copy the command that scans it',
  },
};
