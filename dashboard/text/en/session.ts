/** Texts of signing in and out, of choosing an account, and of invitations. */
export const sessionText = {
  signedOut: {
    title: 'Signed out',
    needed: 'Sign in to continue',
    neededText: 'This screen is for members of an account. After the sign-in you return to it.',
    done: 'You are signed out. Sign in to continue.',
    problems: {
      'session-ended': {
        title: 'Your session has ended',
        text: 'Sign in again. You return to the screen where you were, and what you entered is kept.',
      },
      'not-started': {
        title: 'The sign-in did not begin here',
        text: 'A link of another site led to the sign-in. Begin it with the button on this screen.',
      },
      'too-many-sign-ins': {
        title: 'Too many sign-ins',
        text: 'Too many sign-ins came from your network address. Wait a minute, then try again.',
      },
      'provider-down': {
        title: 'The sign-in service does not answer',
        text: 'The service where you sign in cannot be reached. Try again in a few minutes.',
      },
      'clock-skew': {
        title: 'The clocks do not agree',
        text: 'The clock of the sign-in service and the clock of this service differ too much. Report this to the operator.',
      },
      refused: {
        title: 'The sign-in was refused',
        text: 'You cancelled the sign-in, or the sign-in service refused it. Try again.',
      },
      'email-not-verified': {
        title: 'Your email address is not verified',
        text: 'Verify the address with the sign-in service, then sign in again.',
      },
      'not-invited': {
        title: 'You are not a member of an account',
        text: 'Ask an admin of the account for an invitation. Open the link in it, then sign in.',
      },
      'attempt-unknown': {
        title: 'This sign-in is not known',
        text: 'It took longer than 10 minutes, was used already, or began in another browser. Sign in again.',
      },
      'sign-in-not-renewed': {
        title: 'The sign-in was not renewed',
        text: 'The sign-in service did not ask you to sign in again, so the action is not possible. Sign out there, then try again.',
      },
    } as Record<string, { title: string; text: string }>,
    unknownProblem: {
      title: 'The sign-in did not work',
      text: 'Try again. If it happens again, report it to the operator.',
    },
  },
  accounts: {
    title: 'Choose an account',
    intro: 'You are a member of these accounts.',
    caption: 'Your accounts',
    columns: { name: 'Account', role: 'Your role' },
    none: 'You are not a member of an account',
    noneText: 'Ask an admin of the account for an invitation, and open the link in it. You are signed in as',
    notMember: 'You are not a member of the account in this address. Choose one of yours.',
  },
  invitation: {
    title: 'Invitation',
    titleOf: (name: string) => `Invitation to ${name}`,
    signIn: 'Sign in with the email address that was invited, to see the invitation.',
    text: (account: string) => `You are invited to become a member of ${account}.`,
    facts: { role: 'Your role', sites: 'Sites', email: 'You are signed in as', expires: 'Expires' },
    accept: 'Accept invitation',
    accepted: (name: string) => `You are now a member of ${name}.`,
    missing: {
      title: 'No invitation in this address',
      text: 'Open the whole link of the invitation again, or ask for a new one.',
    },
    invalid: {
      title: 'The invitation cannot be used',
      text: 'It has expired, was used or replaced, or the link is not complete. Ask an admin of the account for a new one.',
    },
    otherPerson: {
      title: 'This invitation is for another person',
      text: (email: string) => `You are signed in as ${email}. Sign in with the address that was invited.`,
      action: 'Sign in as someone else',
    },
    member: {
      title: 'You are a member already',
      text: 'You are a member of this account already. Its admins can change your role.',
      action: 'Choose an account',
    },
  },
  sessions: {
    title: 'Profile and sessions',
    intro: 'Your name, and the browsers in which you are signed in. Both apply to all your accounts.',
    caption: 'Sessions',
    text: 'A session ends after 12 hours without use.',
    columns: { browser: 'Browser', started: 'Signed in', lastSeen: 'Last used', ends: 'Ends at the latest' },
    current: 'This browser',
    end: 'Sign out',
    endOf: (browser: string) => `Sign out ${browser}`,
    ended: 'That browser is signed out.',
    everywhere: 'Sign out everywhere',
    everywhereText: 'You are signed out in all browsers at once, including this one.',
    everywhereTitle: 'Sign out everywhere?',
    person: 'Profile',
    email: (email: string) => `You sign in as ${email}.`,
    name: 'Name',
    nameHint: 'Other members of your accounts see it.',
    save: 'Save',
    saved: 'Your name was saved.',
  },
  notFound: {
    title: 'Screen not found',
    text: 'The dashboard has no screen at this address.',
    action: 'Go to the overview',
  },
  notPermitted: {
    title: 'Your role does not permit this',
    text: (role: string) =>
      `Your role in this account is ${role}. Ask an admin of the account for another role.`,
  },
};
