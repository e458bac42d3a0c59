import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { requireRegion, streamingRegions } from '../../lib/regions.ts';
import { readDocument } from '../support/documents.ts';
import { otherSettings, synthesizeStacks } from './support/synthesize.ts';

const app = fileURLToPath(new URL('../../bin/app.ts', import.meta.url));

/** Returns the rules of the stack *Scans*, which CloudFormation evaluates before it creates anything. */
function readRules(...of: Parameters<typeof synthesizeStacks>): Record<string, unknown> {
  return (synthesizeStacks(...of) as unknown as { scans: { Rules: Record<string, unknown> } }).scans.Rules;
}

it.each(['ap-southeast-6', 'cn-north-1', 'us-gov-west-1', 'us-iso-east-1', 'eusc-de-east-1'])(
  'refuses a region without tenant isolation, whatever the setting: %s',
  (region) => {
    for (const responses of ['streamed', 'buffered'] as const)
      expect(() => requireRegion(region, responses)).toThrow(
        `does not isolate tenants in the region ${region}`,
      );
  },
);

it.each(['il-central-1', 'mx-central-1'])(
  'refuses a region without response streaming, unless the answers are buffered: %s',
  (region) => {
    expect(() => requireRegion(region, 'streamed')).toThrow(
      `stream responses in the region ${region}: set browserResponses: 'buffered'`,
    );
    expect(() => requireRegion(region, 'buffered')).not.toThrow();
  },
);

it.each(streamingRegions)('accepts a region with both: %s', (region) => {
  expect(() => requireRegion(region, 'streamed')).not.toThrow();
});

it('refuses the region of the CDK command line with one line, before it builds anything', () => {
  const env = { ...process.env, CDK_DEFAULT_REGION: 'mx-central-1' };
  const run = () => execFileSync(process.execPath, [app], { env, encoding: 'utf8', stdio: 'pipe' });
  expect(run).toThrow(
    /^Command failed: .*\nLambda is not known to stream responses in the region mx-central-1: .*\n$/,
  );
});

it('lets CloudFormation refuse regions that the synthesis does not know', () => {
  const region = { Ref: 'AWS::Region' };
  expect(readRules('prod')).toMatchObject({
    TenantIsolation: {
      Assertions: [
        {
          Assert: {
            'Fn::And': [
              { 'Fn::Not': [{ 'Fn::Contains': [['ap-southeast-6'], region] }] },
              { 'Fn::Equals': [{ Ref: 'AWS::Partition' }, 'aws'] },
            ],
          },
          AssertDescription: expect.stringContaining('deploy to another'),
        },
      ],
    },
    ResponseStreaming: {
      Assertions: [
        {
          Assert: { 'Fn::Contains': [streamingRegions, region] },
          AssertDescription: expect.stringContaining("browserResponses: 'buffered'"),
        },
      ],
    },
  });
  expect(readRules('dev', otherSettings)).not.toHaveProperty('ResponseStreaming');
});

it('is documented with the regions', () => {
  const listed = streamingRegions.map((region) => `\`${region}\``);
  expect(readDocument('docs/deploy.md').replaceAll(/\s+/g, ' ')).toContain(listed.join(', '));
});
