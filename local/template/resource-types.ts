/**
 * CloudFormation resource types that the embedded runtime serves. A type that is in neither table is reported at
 * start, so that a new type is never ignored silently.
 */
const servedTypes: ReadonlySet<string> = new Set([
  'AWS::ApiGateway::Authorizer',
  'AWS::ApiGateway::GatewayResponse',
  'AWS::ApiGateway::Method',
  'AWS::ApiGateway::Resource',
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::Stage',
  'AWS::CloudFront::Distribution',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::ResponseHeadersPolicy',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolClient',
  'AWS::Cognito::UserPoolDomain',
  'AWS::DynamoDB::Table',
  'AWS::Events::Rule',
  'AWS::IAM::ManagedPolicy',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::KMS::Key',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::Lambda::Permission',
  'AWS::Lambda::Version',
  'AWS::S3::Bucket',
  'AWS::S3::BucketPolicy',
  'AWS::SQS::Queue',
  'AWS::SQS::QueuePolicy',
  'AWS::SSM::Parameter',
  'AWS::SecretsManager::Secret',
  'Custom::Trigger',
]);

/** Types that have no effect on one machine, with the reason. */
const ignoredTypes: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::Account': 'logging of the gateway itself',
  'AWS::ApiGateway::Deployment': 'the template is served without a deployment',
  'AWS::ApiGateway::UsagePlan': 'rates are limited by the handlers',
  'AWS::ApplicationInsights::Application': 'monitoring only',
  'AWS::Budgets::Budget': 'nothing is billed here',
  'AWS::CDK::Metadata': 'describes the template',
  'AWS::CloudFront::CachePolicy': 'nothing is cached here',
  'AWS::CloudFront::OriginAccessControl': 'the policy of the bucket is evaluated instead',
  'AWS::CloudWatch::Alarm': 'monitoring only',
  'AWS::CloudWatch::CompositeAlarm': 'monitoring only',
  'AWS::CloudWatch::Dashboard': 'monitoring only',
  'AWS::Cognito::ManagedLoginBranding': 'the local provider of identities has its own page',
  'AWS::Events::EventBusPolicy': 'no function uses it',
  'AWS::KMS::Alias': 'functions use keys by their ARNs',
  'AWS::Lambda::EventInvokeConfig':
    'retries of asynchronous invocations; the next scheduled run does the same work',
  'AWS::Logs::LogGroup': 'logs are files in the data folder',
  'AWS::Logs::MetricFilter': 'monitoring only',
  'AWS::Logs::QueryDefinition': 'monitoring only',
  'AWS::Logs::ResourcePolicy': 'monitoring only',
  'AWS::SES::ConfigurationSet': 'the local SES has none',
  'AWS::SES::ConfigurationSetEventDestination': 'the local SES delivers nothing, so nothing bounces',
  'AWS::SNS::Subscription': 'alarms are not raised on one machine, and mails do not bounce',
  'AWS::SNS::Topic': 'alarms are not raised on one machine, and mails do not bounce',
  'AWS::SNS::TopicPolicy': 'no function uses it',
  'AWS::WAFv2::WebACL': 'the gateway listens on this machine only',
  'AWS::WAFv2::WebACLAssociation': 'the gateway listens on this machine only',
  'AWS::XRay::Group': 'monitoring only',
};

/** Other custom resources run during a deployment, which does not happen here. */
const CUSTOM = /^(Custom::|AWS::CloudFormation::CustomResource$)/;

/** @returns the resource types among `types` that the embedded runtime does not know, sorted, without duplicates */
export function findUnknownTypes(types: Iterable<string>): string[] {
  const unknown = new Set<string>();
  for (const type of types) {
    if (!servedTypes.has(type) && !Object.hasOwn(ignoredTypes, type) && !CUSTOM.test(type)) unknown.add(type);
  }
  return [...unknown].sort();
}
