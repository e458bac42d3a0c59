import { describe, expect, it } from 'vitest';
import {
  functionsByName,
  idOf,
  otherSettings,
  resourcesOf,
  short,
  statementsOf,
  synthesize,
  type Value,
} from './support/synthesize.ts';

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
  ])('%s: on demand, encrypted, with point-in-time recovery', (_, table) => {
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

  it('main: has four global indexes and a local one, and deletes items after their ttl', () => {
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
      'gsi4 gsi4pk gsi4sk',
    ]);
    expect(keys(Properties.LocalSecondaryIndexes)).toEqual(['lsi1 pk lsi1sk']);
    const projections = (indexes: Value[]) => indexes.map(({ Projection }) => Projection.ProjectionType);
    expect(projections(Properties.GlobalSecondaryIndexes)).toEqual([
      'KEYS_ONLY',
      'KEYS_ONLY',
      'KEYS_ONLY',
      'INCLUDE',
    ]);
    const [, , , ofAccount] = Properties.GlobalSecondaryIndexes;
    expect(ofAccount.Projection.NonKeyAttributes).toEqual([
      'siteId',
      'status',
      'branch',
      'commit',
      'gate',
      'actor',
    ]);
    expect(projections(Properties.LocalSecondaryIndexes)).toEqual(['ALL']);
  });

  it('main: is retained in prod and cannot be deleted there', () => {
    expect(mainTable(prod)).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: { DeletionProtectionEnabled: true },
    });
    expect(mainTable(dev).DeletionPolicy).toBe('Delete');
  });

  it('audit: is retained in every stage and deletes no items', () => {
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

  it('rejects requests without TLS', () => {
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

  const lifecycleOf = (template: typeof dev) =>
    resourcesOf(template, 'AWS::S3::Bucket')[0]?.[1]
      .LifecycleConfiguration.Rules.filter((rule: Value) => rule.ExpirationInDays !== undefined)
      .map((rule: Value) => [rule.Prefix, rule.ExpirationInDays, rule.Status]);

  it('deletes page results, reports and pictures after a year', () => {
    for (const template of [dev, prod]) {
      expect(lifecycleOf(template)).toEqual([
        ['results/', 365, 'Enabled'],
        ['reports/', 365, 'Enabled'],
        ['pictures/', 365, 'Enabled'],
      ]);
    }
  });

  it('deletes all of them after the configured number of days, which extend-retention reads too', () => {
    const template = synthesize('dev', otherSettings);
    expect(lifecycleOf(template)?.map(([, days]: Value) => days)).toEqual([90, 90, 90]);
    const { properties } = functionsByName(template).get('extend-retention') ?? expect.unreachable();
    expect(properties.Environment.Variables.RETENTION_DAYS).toBe('90');
  });
});

describe('the earlier versions of objects', () => {
  it('are kept for 14 days after an object was deleted or replaced, and no longer', () => {
    for (const template of [dev, prod]) {
      const [[, bucket]] = resourcesOf(template, 'AWS::S3::Bucket') as [[string, Value]];
      expect(bucket.VersioningConfiguration).toEqual({ Status: 'Enabled' });
      expect(bucket.LifecycleConfiguration.Rules).toContainEqual({
        Id: 'earlier-versions',
        Status: 'Enabled',
        NoncurrentVersionExpiration: { NoncurrentDays: 14 },
        ExpiredObjectDeleteMarker: true,
      });
    }
  });

  it('can be deleted, and their lifecycle be changed, by no function', () => {
    const roles = Object.entries(prod.Resources).filter(([, { Type }]) => Type === 'AWS::IAM::Role');
    const actions = roles.flatMap(([id]) =>
      statementsOf(prod, id).flatMap(({ Action }: Value) => [Action].flat() as string[]),
    );
    expect(actions).toContain('s3:DeleteObject');
    const reachesVersions = /^(?:s3:.*(?:\*|Version|Lifecycle|Bucket(?:Policy|Ownership))|\*)/;
    expect(actions.filter((action) => reachesVersions.test(action))).toEqual([]);
  });
});

describe('the retention functions of the bucket', () => {
  /** Returns the statements about the bucket in a function's role, with conditions. */
  const bucketStatements = (name: string): Value[] => {
    const { properties } = functionsByName(prod).get(name) ?? expect.unreachable();
    const role = properties.Role['Fn::GetAtt'][0];
    return statementsOf(prod, role).filter(({ Action }: Value) =>
      [Action].flat().some((action: string) => action.startsWith('s3:')),
    );
  };
  const actionsOf = (name: string) =>
    [...new Set(bucketStatements(name).flatMap(({ Action }) => [Action].flat()))].sort();

  it('can delete or write, but not both', () => {
    expect(actionsOf('delete-site-objects')).toEqual(['s3:DeleteObject', 's3:ListBucket']);
    expect(actionsOf('extend-retention')).toEqual(['s3:GetObject', 's3:ListBucket', 's3:PutObject']);
  });

  it('are the only ones that delete stored objects, except that finish-scan deletes report revisions that it wrote but did not record', () => {
    const deleters = [...functionsByName(prod).keys()].filter((name) =>
      actionsOf(name).includes('s3:DeleteObject'),
    );
    expect(deleters.sort()).toEqual(['delete-site-objects', 'finish-scan']);
    const deleting = bucketStatements('finish-scan').filter(({ Action }) =>
      [Action].flat().includes('s3:DeleteObject'),
    );
    expect(deleting).toHaveLength(1);
    expect(short(deleting[0]?.Resource)).toMatch(/\/reports\/\*$/);
  });

  it('delete-site-objects lists only objects under the prefixes', () => {
    const listing = bucketStatements('delete-site-objects').filter(
      ({ Action }) => Action === 's3:ListBucket',
    );
    expect(listing).toEqual([
      expect.objectContaining({
        Condition: { StringLike: { 's3:prefix': ['results/*', 'reports/*', 'pictures/*'] } },
      }),
    ]);
  });

  it('run on a schedule: delete-site-objects every minute, extend-retention every day', () => {
    const rates = new Map(
      resourcesOf(prod, 'AWS::Events::Rule').flatMap(([, rule]) =>
        rule.Targets.map((target: Value) => [target.Arn['Fn::GetAtt'][0], rule.ScheduleExpression]),
      ) as [string, string][],
    );
    const rateOf = (name: string) => rates.get(functionsByName(prod).get(name)?.id ?? '');
    expect(rateOf('delete-site-objects')).toBe('rate(1 minute)');
    expect(rateOf('extend-retention')).toBe('rate(1 day)');
  });
});
