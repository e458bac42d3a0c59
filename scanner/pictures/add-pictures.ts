import { isSiteCheck } from '../../core/site-checks/site-checks.ts';
import type { OpenPage } from '../page/open-page.ts';
import type { PageJob, PageObservation } from '../page/page-observation.ts';
import { chooseNodes } from './choose.ts';
import { takePictures } from './take-pictures.ts';

/**
 * Adds pictures to the observation of a page that is still open. Nothing else of the observation changes.
 * @param showPage returns the page as the rules saw it; null if that is not possible
 * @param observation redacted, with identities
 */
export async function addPictures(
  job: PageJob,
  showPage: () => Promise<OpenPage | null>,
  observation: PageObservation,
): Promise<PageObservation> {
  const { screenshots, redactSelectors } = job.settings;
  // Most proposals to checks that compare pages never become findings.
  const findings = observation.findings.filter(({ ruleId }) => !isSiteCheck(ruleId));
  const nodes = chooseNodes(findings, screenshots, job.known);
  const page = nodes.length === 0 ? null : await showPage();
  if (page === null) return observation;
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
