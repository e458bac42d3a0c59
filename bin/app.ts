import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { bundleFunctions } from '../lib/bundle/bundle-functions.ts';
import { checkWithNag } from '../lib/nag.ts';
import { createStacks } from '../lib/stacks.ts';
import { parseRetentionDays, resolveStageSettings, type StageSettings } from '../lib/stage-settings.ts';
import { packChromium } from '../scanner/chromium-pack/pack.ts';

/**
 * The CDK app. Context: `stage` (dev unless given), `retentionDays` (of page results, reports and pictures), and
 * `scanLoopbackPorts`, for rehearsals on one machine. It takes no feature flags, so that `node bin/app.ts` and
 * the CDK's command line make the same templates.
 */
const root = join(import.meta.dirname, '..');
const app = new App();
const settings = settingsFromContext();

// The CDK copies the bundles to their places in its output, so they need no place that lasts.
const into = join(app.outdir, 'bundles');
await rm(into, { recursive: true, force: true });
try {
  const chromium = packChromium();
  // Awaited where it is copied; a failure before that must not end the process without cleaning up.
  chromium.catch(() => undefined);
  const companions = { 'scan-pages': { chromium } };
  const bundles = await bundleFunctions({ root, into, companions });
  createStacks(app, { settings, bundles });
  checkWithNag(app);
  app.synth();
} finally {
  await rm(into, { recursive: true, force: true });
}

/** What the context says; a wrong value ends the process with one line. */
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
