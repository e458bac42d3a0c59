import { CfnRule, Fn, type Stack } from 'aws-cdk-lib';
import type { ResponseMode } from '../core/scans/response-mode.ts';

/**
 * The commercial regions without tenant isolation of Lambda. The partitions for China and for governments have none
 * either. Source: https://docs.aws.amazon.com/lambda/latest/dg/tenant-isolation.html#tenant-isolation-regions
 */
const regionsWithoutIsolation = ['ap-southeast-6'];

const PARTITION_WITH_ISOLATION = 'aws';

/**
 * Regions in which Lambda streams responses. AWS documents that it does not in every region
 * (https://docs.aws.amazon.com/lambda/latest/dg/configuration-response-streaming.html) and refers to a page without a
 * list (https://builder.aws.com/build/capabilities). The announcement names some of these
 * (https://aws.amazon.com/about-aws/whats-new/2023/04/aws-lambda-response-payload-streaming/). All of them are those of
 * Remotion Lambda, which invokes functions only by InvokeWithResponseStream
 * (https://www.remotion.dev/docs/lambda/region-selection). Other regions need buffered responses until someone has
 * verified that they stream.
 */
export const streamingRegions = [
  'af-south-1',
  'ap-east-1',
  'ap-northeast-1',
  'ap-northeast-2',
  'ap-northeast-3',
  'ap-south-1',
  'ap-southeast-1',
  'ap-southeast-2',
  'ap-southeast-4',
  'ap-southeast-5',
  'ca-central-1',
  'eu-central-1',
  'eu-central-2',
  'eu-north-1',
  'eu-south-1',
  'eu-west-1',
  'eu-west-2',
  'eu-west-3',
  'me-south-1',
  'sa-east-1',
  'us-east-1',
  'us-east-2',
  'us-west-1',
  'us-west-2',
];

const BUFFER_INSTEAD = "set browserResponses: 'buffered' for the stage in lib/stage-settings.ts";

/**
 * Refuses regions in which Lambda lacks what the service uses.
 * @param responses how browsers report
 * @throws Error that names the region, and what to do instead
 */
export function requireRegion(region: string, responses: ResponseMode): void {
  const isElsewhere = /^(?:cn|us-gov|us-iso\w*|eu-iso\w*|eusc)-/.test(region);
  if (regionsWithoutIsolation.includes(region) || isElsewhere) {
    throw new Error(
      `Lambda does not isolate tenants in the region ${region}, and pages of different customers must not share a browser's environment: deploy to another region`,
    );
  }
  if (responses === 'streamed' && !streamingRegions.includes(region)) {
    throw new Error(
      `Lambda is not known to stream responses in the region ${region}: ${BUFFER_INSTEAD}, or deploy to one of ${streamingRegions.join(', ')}`,
    );
  }
}

/**
 * Lets CloudFormation refuse a stack in the same regions as `requireRegion`, before it creates any resource of it,
 * because the synthesis may not know the region.
 */
export function addRegionRules(stack: Stack, responses: ResponseMode): void {
  const { region, partition } = stack;
  new CfnRule(stack, 'TenantIsolation', {
    assertions: [
      {
        assert: Fn.conditionAnd(
          Fn.conditionNot(Fn.conditionContains(regionsWithoutIsolation, region)),
          Fn.conditionEquals(partition, PARTITION_WITH_ISOLATION),
        ),
        assertDescription: 'Lambda does not isolate tenants in this region: deploy to another one.',
      },
    ],
  });
  if (responses === 'buffered') return;
  new CfnRule(stack, 'ResponseStreaming', {
    assertions: [
      {
        assert: Fn.conditionContains(streamingRegions, region),
        assertDescription: `Lambda is not known to stream responses in this region: ${BUFFER_INSTEAD}.`,
      },
    ],
  });
}
