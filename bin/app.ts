import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { buildDashboard } from '../dashboard/build.ts';
import { bundleFunctions } from '../lib/bundle/bundle-functions.ts';
import { writeFiles } from '../lib/bundle/write-files.ts';
import { parseDashboardDomain, parseDashboardSwitch, parseSignInProvider } from '../lib/dashboard/context.ts';
import { parseMailSender } from '../lib/mail/context.ts';
import { requireRegion } from '../lib/regions.ts';
import { checkWithNag, createStacks } from '../lib/stacks.ts';
import { parseRetentionDays, resolveStageSettings, type StageSettings } from '../lib/stage-settings.ts';
import { buildChecksScript, CHECKS_SCRIPT_NAME } from '../scanner/checks/build-script.ts';
import { packChromium } from '../scanner/chromium-pack/pack.ts';

/**
 * The CDK app. Context: `stage` (default dev), `retentionDays` (of page results, reports and pictures), and
 * `scanLoopbackPorts`, for tests on one machine. `oidcIssuer` and `oidcClientId` name a provider for sign-in,
 * `dashboardDomain` and `dashboardCertificateArn` a host for the dashboard, which `dashboard=off` omits.
 * `mailSender` and `mailRegion` name the sender of mails. It uses no feature flags, so that `node bin/app.ts` and the
 * CDK command line build the same templates.
 */
const root = join(import.meta.dirname, '..');
const app = new App();
const settings = settingsFromContext();

// The CDK copies the bundles into its output, so this folder is temporary.
const into = join(app.outdir, 'bundles');
await rm(into, { recursive: true, force: true });
try {
  const chromium = packChromium();
  // All are awaited where they are copied. These handlers prevent an unhandled rejection before that, which would end
  // the process without cleaning up.
  chromium.catch(() => undefined);
  const dashboard = buildDashboard().then((files) => writeFiles(join(into, 'dashboard-files'), files));
  dashboard.catch(() => undefined);
  const checks = writeChecksScript(join(into, 'checks'));
  checks.catch(() => undefined);
  const companions = {
    'scan-pages': { chromium, [CHECKS_SCRIPT_NAME]: checks },
    'publish-dashboard': { dashboard },
  };
  const bundles = await bundleFunctions({ root, into, companions });
  createStacks(app, { settings, bundles });
  checkWithNag(app);
  app.synth();
} finally {
  await rm(into, { recursive: true, force: true });
}

/** Writes the script of the checks into a folder, which is created. Returns the path of the file. */
async function writeChecksScript(folder: string): Promise<string> {
  await writeFiles(folder, [{ path: CHECKS_SCRIPT_NAME, contents: await buildChecksScript() }]);
  return join(folder, CHECKS_SCRIPT_NAME);
}

/** Returns the settings of the stage from the context. An invalid value ends the process with a message of one line. */
function settingsFromContext(): StageSettings {
  const readContext = (name: string): unknown => app.node.tryGetContext(name);
  const loopbackPorts: unknown = app.node.tryGetContext('scanLoopbackPorts');
  try {
    const objectsDays = parseRetentionDays(app.node.tryGetContext('retentionDays'));
    const signInProvider = parseSignInProvider(readContext);
    const dashboardDomain = parseDashboardDomain(readContext);
    const dashboard = parseDashboardSwitch(readContext);
    const mail = parseMailSender(readContext);
    const settings = resolveStageSettings(String(app.node.tryGetContext('stage') ?? 'dev'), {
      ...(signInProvider && { signInProvider }),
      ...(dashboardDomain && { dashboardDomain }),
      ...(dashboard && { dashboard }),
      ...(mail && { mail }),
      ...(objectsDays === undefined ? {} : { retention: { objectsDays } }),
      ...(loopbackPorts === undefined ? {} : { scanLoopbackPorts: String(loopbackPorts) }),
    });
    // The CDK command line sets it. The stacks have no region of their own, so that one synthesis serves all regions.
    const region = process.env.CDK_DEFAULT_REGION;
    if (region !== undefined) requireRegion(region, settings.browserResponses);
    return settings;
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
