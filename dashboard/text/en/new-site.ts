/** Texts of the screen that adds a site. */
export const newSiteText = {
  title: 'Add a site',
  intro:
    'These are the settings that most sites need. You can change them, and find more, in the settings of the site.',
  submit: 'Add site',
  added: 'The site was added. Start a scan to see what to fix.',
};
