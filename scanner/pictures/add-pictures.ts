import type { OpenPage } from '../page/open-page.ts';
import type { PageJob, PageObservation } from '../page/page-observation.ts';
import { chooseNodes } from './choose.ts';
import { takePictures } from './take-pictures.ts';

/**
 * Adds pictures to what was found out about a page that is still open; nothing else of it changes.
 * @param reading redacted, with identities
 */
export async function addPictures(
  job: PageJob,
  page: OpenPage,
  reading: PageObservation,
): Promise<PageObservation> {
  const { screenshots, redactSelectors } = job.settings;
  const nodes = chooseNodes(reading.findings, screenshots, job.known);
  if (nodes.length === 0) return reading;
  const signedIn = job.credentialsOrigin !== undefined;
  const secrets = { selectors: redactSelectors, echoes: signedIn ? job.redaction.echoes : undefined };
  const { pictures, files, broken } = await takePictures(page, nodes, job.settings, secrets);
  return {
    ...reading,
    findings: reading.findings.map((finding) => ({
      ...finding,
      nodes: finding.nodes.map((node) => ({ ...node, picture: pictures.get(node) ?? null })),
    })),
    pictures: files,
    browserSpent: reading.browserSpent || broken,
  };
}
