import { siteRows, testSiteScans, useLocalScans } from './browser-scans.ts';

/**
 * What the browser does with settings is in test/integration/scanner/settings.test.ts, and which settings the command
 * passes to it is in test/integration/workflow/local-settings.test.ts.
 */
testSiteScans(siteRows.slice(1, 2), useLocalScans());
