import { describe, expect, it } from 'vitest';
import { evaluate, type Principal } from '../../../../local/iam/evaluate.ts';
import { type Access, parsePolicy } from '../../../../local/iam/policy.ts';

const ROLE = 'arn:aws:iam::000000000000:role/worker';
const role: Principal = { kind: 'role', arn: ROLE };
const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/Main';
const KEY = 'arn:aws:kms:us-east-1:000000000000:key/k';

const VARIABLE = '$' + '{aws:username}';

type Raw = Record<string, unknown>;
const allow = (Action: string | string[], Resource: string | string[], more: Raw = {}): Raw => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...more,
});
const statements = (raw: Raw[]) => parsePolicy({ Statement: raw }, 'Test');

function decide(access: Access, identity: Raw[], resource: Raw[] = [], principal = role) {
  return evaluate(principal, access, statements(identity), statements(resource)).allowed;
}

const get = { action: 'dynamodb:GetItem', resource: TABLE };

describe('evaluating policies', () => {
  it('denies what no statement allows', () => {
    expect(decide(get, [])).toBe(false);
    expect(decide(get, [allow('dynamodb:PutItem', TABLE)])).toBe(false);
    expect(decide(get, [allow('dynamodb:GetItem', `${TABLE}2`)])).toBe(false);
    expect(decide(get, [allow('dynamodb:GetItem', TABLE)])).toBe(true);
  });

  it('denies what a statement denies, whatever the others allow', () => {
    const deny = { ...allow('dynamodb:*', '*'), Effect: 'Deny' };
    expect(decide(get, [allow('*', '*'), deny])).toBe(false);
    expect(decide(get, [allow('*', '*')], [{ ...deny, Principal: '*' }])).toBe(false);
    expect(decide(get, [allow('*', '*')], [{ ...deny, Principal: { AWS: ROLE } }])).toBe(false);
    expect(decide(get, [allow('*', '*')], [{ ...deny, Principal: { AWS: `${ROLE}2` } }])).toBe(true);
  });

  it('compares actions in any case, with wildcards', () => {
    expect(decide(get, [allow('DynamoDB:getitem', TABLE)])).toBe(true);
    expect(decide(get, [allow('dynamodb:Get*', TABLE)])).toBe(true);
    expect(decide(get, [allow('dynamodb:GetIte?', TABLE)])).toBe(true);
    expect(decide(get, [allow('dynamodb:?', TABLE)])).toBe(false);
  });

  it('matches wildcards within one segment of an ARN, and over slashes and colons in the last', () => {
    const write = (resource: string) => ({ action: 's3:PutObject', resource });
    expect(
      decide(write('arn:aws:s3:::b/results/x/y'), [allow('s3:PutObject', 'arn:aws:s3:::b/results/*')]),
    ).toBe(true);
    expect(
      decide(write('arn:aws:s3:::b/pictures/x'), [allow('s3:PutObject', 'arn:aws:s3:::b/results/*')]),
    ).toBe(false);
    expect(decide(write('arn:aws:s3:::b/reports/x'), [allow('s3:PutObject', 'arn:*/reports/*')])).toBe(false);
    const log = { action: 'logs:PutLogEvents', resource: 'arn:aws:logs:r:1:log-group:g:log-stream:s' };
    expect(decide(log, [allow('logs:PutLogEvents', 'arn:aws:logs:r:1:log-group:g:*')])).toBe(true);
  });

  it('does not take characters of a pattern as a regular expression', () => {
    const read = { action: 's3:GetObject', resource: 'arn:aws:s3:::b/state_json' };
    expect(decide(read, [allow('s3:GetObject', 'arn:aws:s3:::b/state.json')])).toBe(false);
  });

  it('needs the ARN of an index for a query on it', () => {
    const query = { action: 'dynamodb:Query', resource: `${TABLE}/index/gsi1` };
    expect(decide(query, [allow('dynamodb:Query', TABLE)])).toBe(false);
    expect(decide(query, [allow('dynamodb:Query', [TABLE, `${TABLE}/index/gsi1`])])).toBe(true);
  });

  it('reads NotAction and NotResource', () => {
    const other: Raw = { Effect: 'Allow', NotAction: 'dynamodb:DeleteItem', NotResource: `${TABLE}Audit` };
    expect(decide(get, [other])).toBe(true);
    expect(decide({ ...get, action: 'dynamodb:DeleteItem' }, [other])).toBe(false);
    expect(decide({ ...get, resource: `${TABLE}Audit` }, [other])).toBe(false);
  });

  it('lets a policy of the resource alone allow a role or a service that it names', () => {
    const invoke = { action: 'lambda:InvokeFunction', resource: 'arn:aws:lambda:us-east-1:0:function:f' };
    const service: Principal = { kind: 'service', name: 'events.amazonaws.com' };
    const permission = allow('lambda:InvokeFunction', invoke.resource, { Principal: service.name });
    expect(decide(invoke, [], [permission], service)).toBe(true);
    expect(decide(invoke, [], [permission], { kind: 'service', name: 'sns.amazonaws.com' })).toBe(false);
    expect(decide(invoke, [], [permission])).toBe(false);
    expect(decide(invoke, [], [allow('lambda:*', '*', { Principal: { AWS: ROLE } })])).toBe(true);
  });

  it('lets a policy of a role use a key only if the policy of the key delegates to the account', () => {
    const decrypt = { action: 'kms:Decrypt', resource: KEY };
    const ofRole = [allow('kms:Decrypt', KEY)];
    const delegation = allow('kms:*', '*', { Principal: { AWS: 'arn:aws:iam::000000000000:root' } });
    expect(decide(decrypt, ofRole)).toBe(false);
    expect(decide(decrypt, ofRole, [delegation])).toBe(true);
    expect(decide(decrypt, [], [delegation])).toBe(false);
    expect(decide(decrypt, [], [allow('kms:Decrypt', '*', { Principal: { AWS: ROLE } })])).toBe(true);
  });
});

describe('conditions', () => {
  const decrypt = (names: Record<string, string>): Access => ({
    action: 'kms:Decrypt',
    resource: KEY,
    context: {
      'kms:encryptioncontextkeys': Object.keys(names),
      ...Object.fromEntries(
        Object.entries(names).map(([name, value]) => [`kms:encryptioncontext:${name}`, [value]]),
      ),
    },
  });
  const delegation = allow('kms:*', '*', { Principal: { AWS: 'arn:aws:iam::000000000000:root' } });
  const meets = (Condition: Raw, access: Access) =>
    decide(access, [allow(access.action, access.resource, { Condition })], [delegation]);

  it('must all be met', () => {
    const both = {
      'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['account', 'site'] },
      Null: { 'kms:EncryptionContext:account': 'false', 'kms:EncryptionContext:site': 'false' },
    };
    expect(meets(both, decrypt({ account: 'a', site: 's' }))).toBe(true);
    expect(meets(both, decrypt({ account: 'a' }))).toBe(false);
    expect(meets(both, decrypt({ account: 'a', site: 's', other: 'x' }))).toBe(false);
    expect(meets(both, decrypt({}))).toBe(false);
  });

  it('on a list of values need all or any of them, as the quantifier says', () => {
    const keys = { 'kms:EncryptionContextKeys': ['account', 'site'] };
    const access = decrypt({ account: 'a', other: 'x' });
    expect(meets({ 'ForAllValues:StringEquals': keys }, access)).toBe(false);
    expect(meets({ 'ForAnyValue:StringEquals': keys }, access)).toBe(true);
    expect(meets({ 'ForAllValues:StringEquals': keys }, decrypt({}))).toBe(true);
    expect(meets({ 'ForAnyValue:StringEquals': keys }, decrypt({}))).toBe(false);
  });

  it('are not met by a missing value, unless they are negated or say IfExists', () => {
    const list = { action: 's3:ListBucket', resource: 'arn:aws:s3:::b' };
    const prefix = { 's3:prefix': 'results/*' };
    expect(meets({ StringLike: prefix }, list)).toBe(false);
    expect(meets({ StringNotLike: prefix }, list)).toBe(true);
    expect(meets({ StringLikeIfExists: prefix }, list)).toBe(true);
    expect(meets({ StringLike: prefix }, { ...list, context: { 's3:prefix': ['results/a'] } })).toBe(true);
    expect(meets({ StringLike: prefix }, { ...list, context: { 's3:prefix': ['reports/a'] } })).toBe(false);
  });

  it.each([
    ['StringEquals', 'aws:SourceAccount', '1', '1', '2'],
    ['StringNotEquals', 'aws:SourceAccount', '1', '2', '1'],
    ['ArnLike', 'aws:SourceArn', 'arn:aws:s:r:1:api/*', 'arn:aws:s:r:1:api/x', 'arn:aws:s:r:2:api/x'],
    ['Bool', 'aws:SecureTransport', 'false', 'false', 'true'],
    ['NumericLessThan', 's3:TlsVersion', 1.2, '1.1', '1.2'],
  ])('support %s', (operator, key, expected, met, unmet) => {
    const access = (value: string): Access => ({
      action: 'sqs:SendMessage',
      resource: 'arn:aws:sqs:r:1:q',
      context: { [key.toLowerCase()]: [value] },
    });
    expect(meets({ [operator]: { [key]: expected } }, access(met))).toBe(true);
    expect(meets({ [operator]: { [key]: expected } }, access(unmet))).toBe(false);
  });

  it.each([
    [{ Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } }, 'the condition operator IpAddress'],
    [{ Condition: { StringEquals: { 'dynamodb:Select': 'a' } } }, 'the condition key dynamodb:Select'],
    [{ Condition: { StringEquals: { 'aws:SourceArn': VARIABLE } } }, 'policy variable'],
    [{ Resource: `arn:aws:s3:::b/${VARIABLE}/*` }, 'policy variable'],
    [{ NotPrincipal: '*' }, 'the element NotPrincipal'],
  ])('that it cannot evaluate are refused when the policy is read: %j', (more, message) => {
    expect(() => parsePolicy({ Statement: allow('s3:GetObject', '*', more) }, 'Stack.Policy')).toThrow(
      message,
    );
    expect(() => parsePolicy({ Statement: allow('s3:GetObject', '*', more) }, 'Stack.Policy')).toThrow(
      'Stack.Policy.Statement[0]',
    );
  });
});
