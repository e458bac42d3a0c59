import type { Site } from '../../api/types.ts';

/** What each tab of a site gets. */
export interface SiteTabProps {
  site: Site;
  /** Shows a changed site. */
  onChange: (site: Site) => void;
}
