import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Api } from './api.ts';
import { ApiFunctions } from './api-functions.ts';
import type { FunctionBundles } from './bundle/function-bundles.ts';
import { Chromium } from './chromium.ts';
import { CredentialsKey } from './credentials-key.ts';
import { Keeping } from './keeping.ts';
import { Observability } from './observability.ts';
import { Outputs } from './outputs.ts';
import { ReportBucket } from './report-bucket.ts';
import { ScanPipeline } from './scan-pipeline.ts';
import { ScanQueues } from './scan-queues.ts';
import type { StageSettings } from './stage-settings.ts';
import { Store } from './store.ts';
import { Sweeper } from './sweeper.ts';

export interface ServiceStackProps extends StackProps {
  readonly settings: StageSettings;
  readonly bundles: FunctionBundles;
}

/** The whole service. It puts the constructs together and defines nothing itself. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { settings, bundles, ...props }: ServiceStackProps) {
    super(scope, id, props);
    const defaults = { settings, bundles };
    const store = new Store(this, 'Store', settings);
    const bucket = new ReportBucket(this, 'ReportBucket', settings);
    const queues = new ScanQueues(this, 'Queues');
    const credentialsKey = new CredentialsKey(this, 'CredentialsKey', settings);
    const shared = { defaults, queues, bucket, credentialsKey };
    const apiFunctions = new ApiFunctions(this, 'ApiFunctions', { ...shared, store });
    const api = new Api(this, 'Api', { settings, functions: apiFunctions });
    const pipeline = new ScanPipeline(this, 'ScanPipeline', { defaults, api, store, queues, bucket });
    const chromium = new Chromium(this, 'Chromium', { ...shared, api });
    const sweeper = new Sweeper(this, 'Sweeper', { defaults, store, queues, bucket });
    const keeping = new Keeping(this, 'Keeping', { defaults, store, bucket });
    new Observability(this, 'Observability', {
      settings,
      api,
      queues,
      scanPages: chromium.scanPages,
      sweepScans: sweeper.sweepScans,
      settleDeadLetters: pipeline.settleDeadLetters,
      functions: [
        apiFunctions.authorize,
        apiFunctions.refuseMethod,
        ...Object.values(apiFunctions.byName),
        pipeline.planScan,
        chromium.scanPages,
        pipeline.recordOutcomes,
        pipeline.finishScan,
        sweeper.sweepScans,
        pipeline.settleDeadLetters,
        keeping.purgeObjects,
        keeping.renewObjects,
      ],
    });
    new Outputs(this, 'Outputs', { api, store });
  }
}
