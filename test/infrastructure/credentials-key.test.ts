import { describe, expect, it } from 'vitest';
import {
  functionsByName,
  idOf,
  listRoles,
  statementsOf,
  synthesize,
  type Value,
} from './support/synthesize.ts';

const template = synthesize('prod');
const keyId = idOf(template, 'AWS::KMS::Key', 'CredentialsKey');
const key = template.Resources[keyId] as Value;

/** Every statement about the key in any role, with the functions that have the role. */
const statements = listRoles(template).flatMap((role) => {
  const functions = [...functionsByName(template)]
    .filter(([, { properties }]) => properties.Role['Fn::GetAtt'][0] === role)
    .map(([name]) => name);
  return statementsOf(template, role)
    .filter((statement) => JSON.stringify(statement.Resource)?.includes(keyId))
    .map((statement) => ({ functions, statement }));
});
const may = (action: string) =>
  statements
    .filter(({ statement }) => [statement.Action].flat().includes(action))
    .flatMap(({ functions }) => functions)
    .sort();

describe('the key that seals credentials', () => {
  it('is rotated every year and is retained in prod like the tables', () => {
    expect(key.Properties.EnableKeyRotation).toBe(true);
    expect(key.DeletionPolicy).toBe('Retain');
    const dev = synthesize('dev');
    const inDev = dev.Resources[idOf(dev, 'AWS::KMS::Key', 'CredentialsKey')] as Value;
    expect(inDev.DeletionPolicy).toBe('Delete');
  });

  it('leaves access to IAM policies and names only the account in its key policy', () => {
    const principals = key.Properties.KeyPolicy.Statement.map((statement: Value) => statement.Principal.AWS);
    expect(principals).toHaveLength(1);
    expect(JSON.stringify(principals[0])).toContain(':root');
  });

  it('allows encryption to the functions that store credentials, decryption to those that use them, and nothing to others', () => {
    expect(may('kms:GenerateDataKey')).toEqual([
      'create-site',
      'manage-alerts',
      'manage-members',
      'manage-webhooks',
      'update-site',
    ]);
    expect(may('kms:Decrypt')).toEqual([
      'deliver-webhooks',
      'deliver-webhooks',
      'dispatch-chunk',
      'send-mail',
    ]);
    expect(statements).toHaveLength(9);
  });

  it('can be used for decryption by no statement about all keys', () => {
    const opening = listRoles(template)
      .flatMap((role) => statementsOf(template, role))
      .filter(({ Action }) =>
        [Action].flat().some((action) => /^(\*|kms:(Decrypt|ReEncrypt.*|\*))$/.test(action)),
      );
    expect(opening.length).toBeGreaterThan(0);
    for (const { Resource } of opening) expect(Resource).toEqual({ 'Fn::GetAtt': [keyId, 'Arn'] });
  });

  it('can be used only with an encryption context of exactly account, site and origin, or of account and one kind of item', () => {
    const ofItems = statements.filter(({ statement }) => statement.Condition.StringLike !== undefined);
    const kinds = ofItems.map(({ functions, statement }) => {
      const { StringLike, ...condition } = statement.Condition;
      expect(condition).toEqual({
        'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['account', 'item'] },
        Null: { 'kms:EncryptionContext:account': 'false', 'kms:EncryptionContext:item': 'false' },
      });
      return `${functions} ${statement.Action} ${StringLike['kms:EncryptionContext:item']}`;
    });
    expect(kinds.sort()).toEqual([
      'deliver-webhooks kms:Decrypt alert_*',
      'deliver-webhooks kms:Decrypt webhook_*',
      'manage-alerts kms:GenerateDataKey alert_*',
      'manage-members kms:GenerateDataKey invite_*',
      'manage-webhooks kms:GenerateDataKey webhook_*',
      'send-mail kms:Decrypt invite_*',
    ]);
    for (const { statement } of statements.filter((each) => !ofItems.includes(each))) {
      expect(statement.Condition).toEqual({
        'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['account', 'site', 'origin'] },
        Null: {
          'kms:EncryptionContext:account': 'false',
          'kms:EncryptionContext:site': 'false',
          'kms:EncryptionContext:origin': 'false',
        },
      });
    }
  });

  it('is passed by its ARN to the functions that use it, and to no other', () => {
    const knowing = [...functionsByName(template)].filter(([, { properties }]) =>
      JSON.stringify(properties.Environment).includes(keyId),
    );
    expect(knowing.map(([name]) => name).sort()).toEqual([
      'create-site',
      'deliver-webhooks',
      'dispatch-chunk',
      'manage-alerts',
      'manage-members',
      'manage-webhooks',
      'send-mail',
      'update-site',
    ]);
    for (const [, { properties }] of knowing) {
      expect(properties.Environment.Variables.CREDENTIALS_KEY_ARN).toEqual({ 'Fn::GetAtt': [keyId, 'Arn'] });
    }
  });
});
