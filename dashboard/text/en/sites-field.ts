/** Texts of the field that chooses sites of the account. */
export const sitesFieldText = {
  label: 'Sites',
  all: 'All sites of the account',
  some: 'Only these sites',
  search: 'Search sites by name',
  none: 'The account has no sites yet.',
};
