import type { OpenPage } from '../page/open-page.ts';
import type { PageJob, PageObservation } from '../page/page-observation.ts';
import { chooseNodes } from './choose.ts';
import { takePictures } from './take-pictures.ts';

/**
 * Adds pictures to the observation of a page that is still open. Nothing else of the observation changes.
 * @param observation redacted, with identities
 */
export async function addPictures(
  job: PageJob,
  page: OpenPage,
  observation: PageObservation,
): Promise<PageObservation> {
  const { screenshots, redactSelectors } = job.settings;
  const nodes = chooseNodes(observation.findings, screenshots, job.known);
  if (nodes.length === 0) return observation;
  const signedIn = job.credentialsOrigin !== undefined;
  const secrets = { selectors: redactSelectors, echoes: signedIn ? job.redaction.echoes : undefined };
  const { pictures, files, broken } = await takePictures(page, nodes, job.settings, secrets);
  return {
    ...observation,
    findings: observation.findings.map((finding) => ({
      ...finding,
      nodes: finding.nodes.map((node) => ({ ...node, picture: pictures.get(node) ?? null })),
    })),
    pictures: files,
    browserUnusable: observation.browserUnusable || broken,
  };
}
