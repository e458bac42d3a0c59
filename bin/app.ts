import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { bundleFunctions } from '../lib/bundle/bundle-functions.ts';
import { checkWithNag, createStacks } from '../lib/stacks.ts';
import { parseRetentionDays, resolveStageSettings, type StageSettings } from '../lib/stage-settings.ts';
import { packChromium } from '../scanner/chromium-pack/pack.ts';

/**
 * The CDK app. Context: `stage` (default dev), `retentionDays` (of page results, reports and pictures), and
 * `scanLoopbackPorts`, for tests on one machine. It uses no feature flags, so that `node bin/app.ts` and the CDK
 * command line build the same templates.
 */
const root = join(import.meta.dirname, '..');
const app = new App();
const settings = settingsFromContext();

// The CDK copies the bundles into its output, so this folder is temporary.
const into = join(app.outdir, 'bundles');
await rm(into, { recursive: true, force: true });
try {
  const chromium = packChromium();
  // It is awaited where it is copied. This handler prevents an unhandled rejection before that, which would end the
  // process without cleaning up.
  chromium.catch(() => undefined);
  const companions = { 'scan-pages': { chromium } };
  const bundles = await bundleFunctions({ root, into, companions });
  createStacks(app, { settings, bundles });
  checkWithNag(app);
  app.synth();
} finally {
  await rm(into, { recursive: true, force: true });
}

/** Returns the settings of the stage from the context. An invalid value ends the process with a message of one line. */
function settingsFromContext(): StageSettings {
  const loopbackPorts: unknown = app.node.tryGetContext('scanLoopbackPorts');
  try {
    const objectsDays = parseRetentionDays(app.node.tryGetContext('retentionDays'));
    return resolveStageSettings(String(app.node.tryGetContext('stage') ?? 'dev'), {
      ...(objectsDays === undefined ? {} : { retention: { objectsDays } }),
      ...(loopbackPorts === undefined ? {} : { scanLoopbackPorts: String(loopbackPorts) }),
    });
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
