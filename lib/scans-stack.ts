import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { ApiStack } from './api-stack.ts';
import type { DataStack } from './data-stack.ts';
import { defineBrowserFunction } from './function-table/browser-function.ts';
import { defineDeliveryFunctions } from './function-table/delivery-functions.ts';
import { defineEventFunctions } from './function-table/event-functions.ts';
import { defineMailFunctions } from './function-table/mail-functions.ts';
import { defineRetentionFunctions } from './function-table/retention-functions.ts';
import { defineWorkflowFunctions } from './function-table/workflow-functions.ts';
import { createFunctions, type FunctionDefaults } from './node-function.ts';
import { Observability } from './observability.ts';
import { addRegionRules } from './regions.ts';

/** The scan workflow, the retention jobs, and the alarms and the dashboard of all stacks. */
export class ScansStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    defaults: FunctionDefaults,
    { data, api, ...props }: StackProps & { readonly data: DataStack; readonly api: ApiStack },
  ) {
    super(scope, id, props);
    const { settings } = defaults;
    addRegionRules(this, settings.browserResponses);
    const ownLabels = [
      api.api.restApi.restApiId,
      data.bucket.bucket.bucketName,
      ...(api.dashboard === undefined ? [] : [api.dashboard.distributionLabel]),
    ];
    const browser = createFunctions(this, defineBrowserFunction(settings, ownLabels), defaults);
    const { functionArn } = browser['scan-pages'].function;
    const rows = {
      ...defineWorkflowFunctions(settings, data, ownLabels, functionArn),
      ...defineRetentionFunctions(settings, data),
      ...defineEventFunctions(settings, data),
      ...defineDeliveryFunctions(settings, data, ownLabels),
      ...defineMailFunctions(settings, data),
    };
    new Observability(this, 'Observability', {
      settings,
      topic: data.alarmTopic.topic,
      api: api.api,
      apiFunctions: api.functions,
      client: api.dashboard?.client,
      queues: { ...data.queues.all(), ...data.alertQueues.all() },
      recordQueue: data.queues.record,
      alertQueues: data.alertQueues.all(),
      scanFunctions: { ...browser, ...createFunctions(this, rows, defaults) },
    });
  }
}
