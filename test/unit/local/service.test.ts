import { describe, expect, it } from 'vitest';
import type { SynthesizedStack, Template } from '../../../local/template/assembly.ts';
import type { TemplateValue } from '../../../local/template/intrinsics.ts';
import { readService } from '../../../local/template/service.ts';

const stack = (stackName: string, template: Template): SynthesizedStack => ({
  stackName,
  template,
  assets: new Map(),
});
const lambda = (environment: Record<string, TemplateValue>) => ({
  Type: 'AWS::Lambda::Function',
  Properties: { Code: {}, Handler: 'index.handler', Environment: { Variables: environment } },
});

const data = stack('Dev-Data', {
  Resources: { Table: { Type: 'AWS::DynamoDB::Table', Properties: {} }, Queue: { Type: 'AWS::SQS::Queue' } },
  Outputs: {
    ExportTable: { Value: { Ref: 'Table' }, Export: { Name: 'Dev-Data:Table' } },
    ExportQueue: { Value: { Ref: 'Queue' }, Export: { Name: { 'Fn::Sub': `\${AWS::StackName}:Queue` } } },
    ExportQueueArn: { Value: { 'Fn::GetAtt': ['Queue', 'Arn'] }, Export: { Name: 'Dev-Data:QueueArn' } },
  },
});
const scans = stack('Dev-Scans', {
  Resources: {
    Worker: lambda({
      TABLE: { 'Fn::ImportValue': 'Dev-Data:Table' },
      QUEUE: { 'Fn::ImportValue': 'Dev-Data:Queue' },
    }),
    Mapping: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        EventSourceArn: { 'Fn::ImportValue': 'Dev-Data:QueueArn' },
        FunctionName: { Ref: 'Worker' },
      },
    },
  },
  Outputs: { Table: { Value: { 'Fn::ImportValue': 'Dev-Data:Table' } } },
});

describe('a service of several stacks', () => {
  it('has the resources of all stacks, and imports what another stack exports', () => {
    const service = readService([data, scans]);
    expect(service.tables.map(({ name }) => name)).toEqual(['Dev-Data-Table']);
    expect(service.functions.map(({ name }) => name)).toEqual(['Dev-Scans-Worker']);
    expect(service.functions[0]?.environment('http://127.0.0.1:9')).toEqual({
      TABLE: 'Dev-Data-Table',
      QUEUE: 'http://127.0.0.1:9/000000000000/Dev-Data-Queue',
    });
    expect(service.eventSources).toMatchObject([
      { queueArn: service.queues[0]?.arn, functionArn: service.functions[0]?.arn },
    ]);
  });

  it('has the outputs for people, without the values that stacks export to each other', () => {
    expect(readService([data, scans]).outputs('http://127.0.0.1')).toEqual({ Table: 'Dev-Data-Table' });
  });

  it('has a user pool of one stack, and its client of another one', () => {
    const identities = stack('Dev-Data', {
      Resources: {
        Pool: { Type: 'AWS::Cognito::UserPool' },
        Domain: {
          Type: 'AWS::Cognito::UserPoolDomain',
          Properties: { UserPoolId: { Ref: 'Pool' }, Domain: 'scans' },
        },
      },
      Outputs: { ExportPool: { Value: { Ref: 'Pool' }, Export: { Name: 'Dev-Data:Pool' } } },
    });
    const api = stack('Dev-Api', {
      Resources: {
        Client: {
          Type: 'AWS::Cognito::UserPoolClient',
          Properties: {
            UserPoolId: { 'Fn::ImportValue': 'Dev-Data:Pool' },
            CallbackURLs: ['https://scans.example.com/callback'],
          },
        },
      },
    });
    const { userPools, userPoolClients } = readService([identities, api]);
    expect(userPools).toEqual([
      {
        id: 'Dev-Data-Pool',
        issuer: 'https://cognito-idp.us-east-1.amazonaws.com/Dev-Data-Pool',
        pages: 'https://scans.auth.us-east-1.amazoncognito.com',
      },
    ]);
    expect(userPoolClients).toMatchObject([
      { clientId: 'Dev-Api-Client', callbackUrls: ['https://scans.example.com/callback'] },
    ]);
  });

  it('has at most one API, with a stage', () => {
    const restApi = { Type: 'AWS::ApiGateway::RestApi' };
    const stage = { Type: 'AWS::ApiGateway::Stage', Properties: { StageName: 'api' } };
    const read = (resources: Template['Resources']) =>
      readService([data, scans, stack('Dev-Api', { Resources: resources })]).api;
    expect(read({ Api: restApi, Stage: stage })).toMatchObject({ logicalId: 'Api', stageName: 'api' });
    expect(read({})).toBeUndefined();
    expect(() => read({ Api: restApi })).toThrow('Resources.Api: the REST API has no stage');
    expect(() => read({ Api: restApi, Other: restApi, Stage: stage })).toThrow('only one REST API');
  });

  it('is read in any order of the stacks', () => {
    expect(readService([scans, data]).eventSources).toEqual(readService([data, scans]).eventSources);
  });

  it('is rejected if an imported value is exported by no stack', () => {
    expect(() => readService([scans])).toThrow('no stack exports "Dev-Data:QueueArn"');
  });

  it('is rejected if two stacks give functions or outputs the same name', () => {
    const duplicate = stack('Dev-Api', { Resources: { Worker: lambda({}) } });
    expect(() => readService([data, scans, duplicate])).toThrow('several stacks use these names: Worker');
    const output = stack('Dev-Api', { Resources: {}, Outputs: { Table: { Value: 'other' } } });
    expect(() => readService([data, scans, output])).toThrow('several stacks use these names: Table');
  });
});
