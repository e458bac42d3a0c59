import { formatCount } from '../plural.ts';

/** Texts of the preview of an alert. */
export const alertPreviewText = {
  title: 'Preview',
  intro:
    'What a message of this alert looks like, by the example of the latest scan of a site, with the events and the impact that are entered above. It is about what the alert would report: a problem that was reported before is not reported again. Nothing is sent.',
  site: 'Site to preview',
  choose: 'Choose a site',
  noSites: 'The account has no sites yet.',
  show: 'Show preview',
  shown: 'The preview is shown.',
  noScan: 'No scan of this site was completed yet.',
  nothing: 'Nothing: the latest scan changed nothing that this alert is about.',
  omitted: (count: number) => formatCount(count, { one: 'further entry', other: 'further entries' }),
  remedy: 'How to fix it',
};
