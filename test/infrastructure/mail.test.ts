import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  functionsByName,
  otherProviders,
  otherSettings,
  permissionsOf,
  resourcesOf,
  short,
  statementsOf,
  synthesize,
  synthesizeApp,
  type Template,
  type Value,
} from './support/synthesize.ts';

const sender = otherSettings.mail.address;
const off = synthesize('dev');
const on = synthesize('dev', otherSettings);
const typesOf = (template: typeof on) => Object.values(template.Resources).map(({ Type }) => Type);
const variablesOf = (template: typeof on, name: string) =>
  functionsByName(template).get(name)?.properties.Environment.Variables;
const sesStatements = (template: typeof on) =>
  [...functionsByName(template)].flatMap(([name, { properties }]) =>
    statementsOf(template, properties.Role['Fn::GetAtt'][0])
      .filter(({ Action }) => JSON.stringify(Action).includes('ses:'))
      .map((statement) => ({ name, statement })),
  );
/** Returns the names of the variables and of the other properties of a function that differ between two templates. */
function listChanges(one: Template, other: Template, name: string): string[] {
  const [before, after] = [one, other].map((template) => {
    const { Environment, ...others } = functionsByName(template).get(name)?.properties ?? {};
    return { ...others, ...Environment?.Variables } as Record<string, Value>;
  });
  const members = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...members].filter((member) => !isDeepStrictEqual(before?.[member], after?.[member]));
}

describe('without a sender', () => {
  it('no resource of Amazon SES exists, because not every region has it, and no function may send mail', () => {
    expect(typesOf(off).filter((type) => type.startsWith('AWS::SES::'))).toEqual([]);
    expect(sesStatements(off)).toEqual([]);
  });

  it('every function that needs to know it knows that mail is off', () => {
    for (const name of ['send-mail', 'me', 'manage-account', 'manage-alerts'])
      expect(variablesOf(off, name).MAIL_SENDER, name).toBe('');
  });
});

describe('with a sender', () => {
  it('only send-mail may send mail, only from this address and with the configuration set of the stage', () => {
    expect(sesStatements(on)).toHaveLength(1);
    const [{ name, statement } = { name: '', statement: {} as Value }] = sesStatements(on);
    expect(name).toBe('send-mail');
    expect(statement.Action).toBe('ses:SendEmail');
    expect(statement.Resource.map(short)).toEqual([
      'arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*',
      'arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:configuration-set/a11y-scan-dev',
    ]);
    expect(statement.Condition).toEqual({ StringEquals: { 'ses:FromAddress': sender } });
  });

  it('the functions that need it get the sender, and no other one', () => {
    const changed = [...functionsByName(on).keys()].filter((name) =>
      listChanges(off, on, name).some((change) => change.startsWith('MAIL_')),
    );
    expect(changed.sort()).toEqual(['manage-account', 'manage-alerts', 'me', 'send-mail']);
    expect(variablesOf(on, 'send-mail')).toMatchObject({
      MAIL_SENDER: sender,
      MAIL_REGION: '',
      MAIL_CONFIGURATION_SET: 'a11y-scan-dev',
    });
  });

  it('the user pool sends its codes with Amazon SES too, after the configuration set exists', () => {
    const [[id, pool] = ['', {} as Value]] = resourcesOf(on, 'AWS::Cognito::UserPool');
    expect(pool.EmailConfiguration).toMatchObject({
      EmailSendingAccount: 'DEVELOPER',
      From: `Accessibility scans <${sender}>`,
      ConfigurationSet: 'a11y-scan-dev',
    });
    expect(short(pool.EmailConfiguration.SourceArn)).toBe(
      `arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/${sender}`,
    );
    const [[setId] = ['']] = resourcesOf(on, 'AWS::SES::ConfigurationSet');
    expect((on.Resources[id] as Value).DependsOn).toContain(setId);
    const [[, without] = ['', {} as Value]] = resourcesOf(off, 'AWS::Cognito::UserPool');
    expect(without.EmailConfiguration).toEqual({ EmailSendingAccount: 'COGNITO_DEFAULT' });
  });

  it('mails are sent over TLS only, and the service itself decides which addresses get none', () => {
    const [[, set] = ['', {} as Value]] = resourcesOf(on, 'AWS::SES::ConfigurationSet');
    expect(set.Name).toBe('a11y-scan-dev');
    expect(set.DeliveryOptions.TlsPolicy).toBe('REQUIRE');
    expect(set.SuppressionOptions).toEqual({ SuppressedReasons: [] });
    expect(set.TrackingOptions).toBeUndefined();
  });

  it('bounces and complaints reach the queue of record-mail-events, and only SES and the topic may send them', () => {
    const [[, destination] = ['', {} as Value]] = resourcesOf(
      on,
      'AWS::SES::ConfigurationSetEventDestination',
    );
    expect(destination.EventDestination.MatchingEventTypes).toEqual(['bounce', 'complaint']);
    const topicId: string = destination.EventDestination.SnsDestination.TopicARN.Ref;
    const topicArn = 'arn:<AWS::Partition>:sns:<AWS::Region>:<AWS::AccountId>:a11y-scan-dev-mail-events';
    expect(on.Resources[topicId]?.Properties.TopicName).toBe('a11y-scan-dev-mail-events');
    const [[, subscription] = ['', {} as Value]] = resourcesOf(on, 'AWS::SNS::Subscription').filter(
      ([, { Protocol }]) => Protocol === 'sqs',
    );
    expect(short(subscription.TopicArn)).toBe(topicArn);
    const queueId: string = subscription.Endpoint['Fn::GetAtt'][0];
    expect(queueId).toMatch(/^AlertQueuesMailReportsQueue/);
    expect(permissionsOf(on, 'record-mail-events').map(({ resources }) => resources.join())).toContain(
      `<${queueId}.Arn>`,
    );
    const allowed = (type: string, id: string, member: string) =>
      resourcesOf(on, type)
        .filter(([, policy]) => policy[member].some((each: Value) => each.Ref === id))
        .flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement)
        .filter(({ Effect }) => Effect === 'Allow');
    const [publish, ...others] = allowed('AWS::SNS::TopicPolicy', topicId, 'Topics');
    expect(others).toEqual([]);
    expect(publish.Principal).toEqual({ Service: 'ses.amazonaws.com' });
    expect(short(publish.Condition.StringEquals['aws:SourceArn'])).toMatch(
      /:configuration-set\/a11y-scan-dev$/,
    );
    const [receive, ...more] = allowed('AWS::SQS::QueuePolicy', queueId, 'Queues');
    expect(more).toEqual([]);
    expect(receive.Principal).toEqual({ Service: 'sns.amazonaws.com' });
    expect(short(receive.Condition.ArnEquals['aws:SourceArn'])).toBe(topicArn);
  });
});

describe('with a sender in another region', () => {
  it('the functions get the sender, and nothing else changes for them', () => {
    // The other setting of this template concerns the sign-in: without a user pool, nobody makes users in it.
    const [before, after] = [synthesize('prod'), synthesize('prod', otherProviders)];
    const names = [...functionsByName(after).keys()];
    expect([...functionsByName(before).keys()]).toEqual(names);
    const changes = names.map((name) => [name, listChanges(before, after, name).sort()] as const);
    expect(Object.fromEntries(changes.filter(([, changed]) => changed.length > 0))).toEqual({
      'dispatch-events': ['USER_POOL_ID'],
      'manage-account': ['MAIL_SENDER'],
      'manage-alerts': ['MAIL_SENDER'],
      me: ['MAIL_SENDER'],
      'send-mail': ['MAIL_CONFIGURATION_SET', 'MAIL_REGION', 'MAIL_SENDER'],
    });
    expect(variablesOf(after, 'send-mail')).toMatchObject({
      MAIL_SENDER: sender,
      MAIL_REGION: otherProviders.mail.region,
      MAIL_CONFIGURATION_SET: 'a11y-scan-prod',
    });
  });

  const { assembly } = synthesizeApp('prod', otherProviders);
  const stack = assembly.getStackByName('A11yScan-prod-Mail');
  const data = assembly.getStackByName('A11yScan-prod-Data');

  it('a stack of that region has what SES needs there, and is deployed before the subscription', () => {
    expect(stack.environment.region).toBe('eu-central-1');
    const types = Object.values<Value>(stack.template.Resources).map(({ Type }) => Type);
    expect(types).toEqual(
      expect.arrayContaining([
        'AWS::SES::ConfigurationSet',
        'AWS::SES::ConfigurationSetEventDestination',
        'AWS::SNS::Topic',
      ]),
    );
    expect(data.dependencies.map(({ id }) => id)).toContain(stack.id);
    const ofData = Object.values<Value>(data.template.Resources);
    expect(ofData.some(({ Type }) => Type.startsWith('AWS::SES::'))).toBe(false);
    const subscription = ofData.find(({ Type }) => Type === 'AWS::SNS::Subscription');
    expect(subscription.Properties.Region).toBe('eu-central-1');
    expect(short(subscription.Properties.TopicArn)).toContain(':sns:eu-central-1:');
  });
});
