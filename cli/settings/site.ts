import { createIdSchema } from '../../core/ids.ts';
import { isHttpUrl } from '../../core/sites/url.ts';
import { createUsageError } from '../errors.ts';

/**
 * Checks the value that names a site.
 * @throws CliError if it is neither a site's id nor a URL
 */
export function checkSite(text: string, source: string): void {
  if (createIdSchema('site').safeParse(text).success || isHttpUrl(text)) return;
  const near = !text.includes('://') && isHttpUrl(`https://${text}`) && text.includes('.');
  const meant = near ? `; did you mean https://${text}?` : ', such as https://www.example.com/.';
  throw createUsageError(
    'invalid-settings',
    `${source} must be the id of a site, site_…, or an http or https URL without user name and password${meant}`,
    'a11y-scan sites lists all sites.',
  );
}
