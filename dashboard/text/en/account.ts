/** Texts of the account. */
export const accountText = {
  title: 'Account',
  intro: 'The account that you share with its other members.',
  facts: { id: 'Account ID', created: 'Created', members: 'Members', role: 'Your role' },
  name: 'Name',
  nameTitle: 'Name of the account',
  save: 'Save',
  saved: 'The name was saved.',
  leave: {
    title: 'Leave the account',
    text: 'You lose access at once. To come back, you need a new invitation. The last admin cannot leave.',
    action: 'Leave this account',
    ask: (name: string) => `Leave ${name}?`,
    confirm: 'Leave',
    done: (name: string) => `You left ${name}.`,
  },
  deletion: {
    title: 'Delete the account',
    text: 'All sites, scans, reports, API keys and memberships are deleted. This cannot be undone. The audit log is kept.',
    field: (name: string) => `Type ${name} to confirm`,
    label: 'Name of the account',
    action: 'Delete this account',
    done: (name: string) => `${name} was deleted. Its data is removed in the next minutes.`,
  },
};
