import type { SynthesizedStack, Template, TemplateResource } from './assembly.ts';
import { toDistributionDomain } from './distribution.ts';
import { type IntrinsicsContext, resolveIntrinsics, type TemplateValue } from './intrinsics.ts';
import { ACCOUNT_ID, getPhysicalName, REGION } from './names.ts';

/** Addresses that are known only after the stand-ins have started. */
export type Addresses = {
  /** `http://127.0.0.1:PORT`, where queue URLs begin. */
  sqs: string;
};

/**
 * Builds the values of intrinsic functions on one machine: physical names, ARNs, and queue URLs of the stand-in.
 * Resolves imports between stacks.
 *
 * @returns one context for each stack, in their order
 */
export function buildIntrinsicsContexts(
  stacks: readonly SynthesizedStack[],
  addresses: Addresses,
): IntrinsicsContext[] {
  const contexts = stacks.map(({ template, stackName }) =>
    buildContext(template, stackName, addresses, importValue),
  );
  return contexts;

  function importValue(wanted: string): TemplateValue | undefined {
    for (const [index, { template, stackName }] of stacks.entries()) {
      const context = contexts[index] as IntrinsicsContext;
      for (const [id, { Export, Value }] of Object.entries(template.Outputs ?? {})) {
        const path = `${stackName}.Outputs.${id}`;
        if (Export && resolveIntrinsics(Export.Name, context, path) === wanted)
          return resolveIntrinsics(Value, context, path);
      }
    }
    return undefined;
  }
}

function buildContext(
  template: Template,
  stackName: string,
  addresses: Addresses,
  importValue: (name: string) => TemplateValue | undefined,
): IntrinsicsContext {
  const parameters: Record<string, TemplateValue> = {
    'AWS::AccountId': ACCOUNT_ID,
    'AWS::NotificationARNs': [],
    'AWS::Partition': 'aws',
    'AWS::Region': REGION,
    'AWS::StackId': `arn:aws:cloudformation:${REGION}:${ACCOUNT_ID}:stack/${stackName}/local`,
    'AWS::StackName': stackName,
    'AWS::URLSuffix': 'amazonaws.com',
  };
  for (const [name, { Default }] of Object.entries(template.Parameters ?? {})) {
    if (Default !== undefined) parameters[name] = Default;
  }

  const names = new Map<string, string>();
  const resolveName = (logicalId: string, resource: TemplateResource): string => {
    const known = names.get(logicalId);
    if (known !== undefined) return known;
    // A name may contain pseudo parameters, but never refers to the name itself.
    const properties = resource.Properties ?? {};
    const named: { [key: string]: TemplateValue | undefined } = Object.create(null);
    for (const key of ['TableName', 'FunctionName', 'BucketName', 'QueueName', 'FifoQueue']) {
      const value = properties[key];
      if (value !== undefined)
        named[key] = resolveIntrinsics(value, context, `Resources.${logicalId}.Properties.${key}`);
    }
    const name = getPhysicalName(stackName, logicalId, resource.Type, named);
    names.set(logicalId, name);
    return name;
  };

  const resolveProperty = (logicalId: string, { Properties = {} }: TemplateResource, name: string): string =>
    String(resolveIntrinsics(Properties[name] ?? '', context, `Resources.${logicalId}.Properties.${name}`));

  const context: IntrinsicsContext = {
    parameters,
    conditions: template.Conditions,
    mappings: template.Mappings,
    importValue,
    ref(logicalId) {
      const resource = template.Resources[logicalId];
      if (!resource) return undefined;
      const name = resolveName(logicalId, resource);
      switch (resource.Type) {
        case 'AWS::SQS::Queue':
          return `${addresses.sqs}/${ACCOUNT_ID}/${name}`;
        case 'AWS::ApiGateway::Stage':
          return resource.Properties?.StageName ?? name;
        case 'AWS::ApiGateway::RestApi':
          return toRestApiId(logicalId);
        case 'AWS::Lambda::Version':
          return `${toFunctionArn(resolveProperty(logicalId, resource, 'FunctionName'))}:1`;
        case 'AWS::Cognito::UserPoolDomain':
          return resolveProperty(logicalId, resource, 'Domain');
        case 'AWS::SecretsManager::Secret':
          return buildArn(logicalId, resource.Type, name);
        default:
          return name;
      }
    },
    getAtt(logicalId, attribute) {
      const resource = template.Resources[logicalId];
      return resource && resolveAttribute(logicalId, resource, attribute, resolveName(logicalId, resource));
    },
  };
  return context;
}

/** Returns the id of a REST API, like those of AWS: lower-case letters and digits. */
export function toRestApiId(logicalId: string): string {
  return logicalId.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function resolveAttribute(
  logicalId: string,
  resource: TemplateResource,
  attribute: string,
  name: string,
): TemplateValue | undefined {
  const { Type: type } = resource;
  if (type === 'AWS::SQS::Queue' && attribute === 'QueueName') return name;
  if (type === 'AWS::ApiGateway::RestApi' && attribute === 'RootResourceId')
    return getRootResourceId(logicalId);
  if (type === 'AWS::S3::Bucket') {
    if (attribute === 'DomainName') return `${name}.s3.amazonaws.com`;
    if (attribute === 'RegionalDomainName') return `${name}.s3.${REGION}.amazonaws.com`;
  }
  if (type === 'AWS::CloudFront::Distribution' && attribute === 'DomainName')
    return toDistributionDomain(logicalId);
  if (type === 'AWS::CloudFront::Function' && attribute === 'FunctionARN')
    return `arn:aws:cloudfront::${ACCOUNT_ID}:function/${logicalId}`;
  if (type === 'AWS::CloudFront::OriginAccessControl' && attribute === 'Id') return name;
  if (attribute !== 'Arn' && !attribute.endsWith('Arn')) return undefined;
  return buildArn(logicalId, type, name);
}

/** Returns an id for the root resource of an API, which is not a resource of the template. */
export function getRootResourceId(restApiLogicalId: string): string {
  return `${restApiLogicalId}/root`;
}

/** Returns the ARN of a function from its name or ARN. */
export function toFunctionArn(nameOrArn: string): string {
  if (nameOrArn.startsWith('arn:')) return nameOrArn;
  return `arn:aws:lambda:${REGION}:${ACCOUNT_ID}:function:${nameOrArn}`;
}

function buildArn(logicalId: string, type: string, name: string): string {
  switch (type) {
    case 'AWS::SQS::Queue':
      return `arn:aws:sqs:${REGION}:${ACCOUNT_ID}:${name}`;
    case 'AWS::Lambda::Function':
      return toFunctionArn(name);
    case 'AWS::DynamoDB::Table':
      return `arn:aws:dynamodb:${REGION}:${ACCOUNT_ID}:table/${name}`;
    case 'AWS::KMS::Key':
      return `arn:aws:kms:${REGION}:${ACCOUNT_ID}:key/${name}`;
    case 'AWS::S3::Bucket':
      return `arn:aws:s3:::${name}`;
    case 'AWS::Cognito::UserPool':
      return `arn:aws:cognito-idp:${REGION}:${ACCOUNT_ID}:userpool/${name}`;
    case 'AWS::IAM::Role':
      return `arn:aws:iam::${ACCOUNT_ID}:role/${name}`;
    case 'AWS::SecretsManager::Secret':
      return `arn:aws:secretsmanager:${REGION}:${ACCOUNT_ID}:secret:${name}`;
    default: {
      const service = type.split('::')[1]?.toLowerCase() ?? 'unknown';
      return `arn:aws:${service}:${REGION}:${ACCOUNT_ID}:${logicalId}`;
    }
  }
}
