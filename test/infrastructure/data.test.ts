import { describe, expect, it } from 'vitest';
import { idOf, resourcesOf, synthesize, type Value } from './support/synthesize.ts';

const dev = synthesize('dev');
const prod = synthesize('prod');
const resource = (template: typeof dev, type: string, start: string) =>
  template.Resources[idOf(template, type, start)] as (typeof dev)['Resources'][string];
const mainTable = (template: typeof dev) => resource(template, 'AWS::DynamoDB::Table', 'StoreTable');
const auditTable = (template: typeof dev) => resource(template, 'AWS::DynamoDB::Table', 'StoreAuditTable');

describe('the tables', () => {
  it.each([
    ['main', mainTable],
    ['audit', auditTable],
  ])('%s: on demand, encrypted, recoverable to a point in time', (_, table) => {
    for (const template of [dev, prod]) {
      expect(table(template).Properties).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        SSESpecification: { SSEEnabled: true },
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
      });
    }
  });

  it('main: has three global indexes and a local one, and forgets what is past its ttl', () => {
    const { Properties } = mainTable(dev);
    expect(Properties.TimeToLiveSpecification).toEqual({ AttributeName: 'ttl', Enabled: true });
    const keys = (indexes: Value[]) =>
      indexes.map((index) =>
        [index.IndexName, ...index.KeySchema.map((key: Value) => key.AttributeName)].join(' '),
      );
    expect(keys(Properties.GlobalSecondaryIndexes)).toEqual([
      'gsi1 gsi1pk gsi1sk',
      'gsi2 gsi2pk gsi2sk',
      'gsi3 gsi3pk gsi3sk',
    ]);
    expect(keys(Properties.LocalSecondaryIndexes)).toEqual(['lsi1 pk lsi1sk']);
    for (const index of [...Properties.GlobalSecondaryIndexes, ...Properties.LocalSecondaryIndexes]) {
      expect(index.Projection).toEqual({ ProjectionType: 'ALL' });
    }
  });

  it('main: outlives its stack in prod and cannot be deleted there', () => {
    expect(mainTable(prod)).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: { DeletionProtectionEnabled: true },
    });
    expect(mainTable(dev).DeletionPolicy).toBe('Delete');
  });

  it('audit: outlives its stack everywhere and forgets nothing', () => {
    for (const template of [dev, prod]) {
      expect(auditTable(template).DeletionPolicy).toBe('Retain');
      expect(auditTable(template).Properties.TimeToLiveSpecification).toBeUndefined();
    }
  });
});

describe('the bucket', () => {
  const [[id, bucket]] = resourcesOf(prod, 'AWS::S3::Bucket') as [[string, Value]];

  it('is private and encrypted', () => {
    expect(bucket.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    expect(
      bucket.BucketEncryption.ServerSideEncryptionConfiguration[0].ServerSideEncryptionByDefault.SSEAlgorithm,
    ).toBe('AES256');
    expect(bucket.OwnershipControls.Rules).toEqual([{ ObjectOwnership: 'BucketOwnerEnforced' }]);
  });

  it('refuses whoever comes without TLS', () => {
    const [[, policy]] = resourcesOf(prod, 'AWS::S3::BucketPolicy') as [[string, Value]];
    expect(policy.Bucket).toEqual({ Ref: id });
    expect(policy.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({
        Effect: 'Deny',
        Action: 's3:*',
        Principal: { AWS: '*' },
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
    );
    expect(policy.PolicyDocument.Statement.filter((each: Value) => each.Effect !== 'Deny')).toEqual([]);
  });

  it('forgets page results after 30 days and reports after a year', () => {
    const rules = bucket.LifecycleConfiguration.Rules.map((rule: Value) => [
      rule.Prefix,
      rule.ExpirationInDays,
    ]);
    expect(rules).toContainEqual(['results/', 30]);
    expect(rules).toContainEqual(['reports/', 365]);
  });
});
