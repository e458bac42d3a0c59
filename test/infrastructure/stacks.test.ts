import { describe, expect, it } from 'vitest';
import { otherSettings, synthesizeApp, synthesizeStacks, type Template } from './support/synthesize.ts';

/** CloudFormation allows 500 resources in a stack; this limit is lower, so that resources can be added. */
const RESOURCES_MAX = 450;

/** Types whose resources lose important data when they are replaced or deleted. */
const stateful = [
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolDomain',
  'AWS::DynamoDB::Table',
  'AWS::KMS::Key',
  'AWS::S3::Bucket',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SQS::Queue',
];

const typesIn = ({ Resources }: Template) => Object.values(Resources).map(({ Type }) => Type);

/** Returns the names of the stacks that a stack imports values from. */
function importedStacks(template: Template): string[] {
  const imports = JSON.stringify(template).matchAll(/"Fn::ImportValue":"([^":]+):/g);
  return [...new Set([...imports].map(([, name = '']) => name))].sort();
}

describe.each(['dev', 'prod'])('the stacks of %s', (stage) => {
  const templates = synthesizeStacks(stage, stage === 'dev' ? otherSettings : {});

  it.each(['data', 'api', 'scans'] as const)('keep %s below 450 resources', (part) => {
    const count = typesIn(templates[part]).length;
    console.log(`${stage} ${part}: ${count} resources`);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(RESOURCES_MAX);
  });

  it('refer only to earlier stacks: Data to none, Api to Data, Scans to both', () => {
    expect(importedStacks(templates.data)).toEqual([]);
    expect(importedStacks(templates.api)).toEqual([`A11yScan-${stage}-Data`]);
    expect(importedStacks(templates.scans)).toEqual([`A11yScan-${stage}-Api`, `A11yScan-${stage}-Data`]);
  });

  it('share values only as exports, so that CloudFormation protects them', () => {
    for (const template of Object.values(templates)) {
      expect(JSON.stringify(template)).not.toContain('AWS::CloudFormation::Stack');
      expect(JSON.stringify(template)).not.toContain('{{resolve:ssm');
    }
  });

  it('contain state in Data only, so that Api and Scans can be replaced without touching it', () => {
    const isStateful = (type: string) => stateful.includes(type);
    expect([...new Set(typesIn(templates.data).filter(isStateful))].sort()).toEqual(
      stage === 'dev' ? stateful : stateful.filter((type) => type !== 'AWS::SNS::Subscription'),
    );
    // The bucket of the dashboard's files, which each deployment publishes again.
    expect(typesIn(templates.api).filter(isStateful)).toEqual(['AWS::S3::Bucket']);
    expect(typesIn(templates.scans).filter(isStateful)).toEqual([]);
  });

  it('contain no function in Data, because its code would change Data with every deployment', () => {
    expect(typesIn(templates.data)).not.toContain('AWS::Lambda::Function');
    expect(typesIn(templates.data)).not.toContain('AWS::IAM::Policy');
  });

  it('have the values for administration among the outputs of Api', () => {
    const named = Object.keys(templates.api.Outputs).filter((name) => !name.startsWith('ExportsOutput'));
    expect(named).toEqual(expect.arrayContaining(['ApiUrl', 'TableName', 'AuditTableName']));
  });
});

it('the stacks are deployed in the order Data, Api, Scans, and Data is protected in prod only', () => {
  for (const stage of ['dev', 'prod']) {
    const { data, api, scans } = synthesizeApp(stage).stacks;
    expect([data, api, scans].map(({ stackName }) => stackName)).toEqual([
      `A11yScan-${stage}-Data`,
      `A11yScan-${stage}-Api`,
      `A11yScan-${stage}-Scans`,
    ]);
    expect(data.terminationProtection).toBe(stage === 'prod');
    expect([api.terminationProtection, scans.terminationProtection]).toEqual([false, false]);
  }
});
