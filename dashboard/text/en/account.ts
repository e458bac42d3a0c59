/** Texts of the account. */
export const accountText = {
  title: 'Account',
  intro: 'What applies to the whole account.',
  facts: { id: 'Id', created: 'Created', members: 'Members', role: 'Your role' },
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
    text: 'Deletes all sites, scans, reports, keys and memberships. This cannot be undone. The audit log is kept.',
    field: (name: string) => `Type ${name} to confirm`,
    label: 'Name of the account',
    action: 'Delete this account',
    done: (name: string) => `${name} was deleted. Its data is removed in the next minutes.`,
  },
};
