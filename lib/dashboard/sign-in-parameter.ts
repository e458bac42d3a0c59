import { Stack } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import type { Grant } from '../function-row.ts';

/** What functions need to sign people in. They read it when they run, from a parameter of Systems Manager. */
export interface SignInConfiguration {
  /** Origin of the dashboard, such as `https://d111111abcdef8.cloudfront.net`. */
  readonly origin: string;
  /** Issuer of the OpenID Connect provider. */
  readonly issuer: string;
  readonly clientId: string;
  /**
   * How people sign out at the provider: at a page of Cognito, which does not know the standard, or as OpenID Connect
   * RP-Initiated Logout describes.
   */
  readonly signOut: { readonly kind: 'cognito'; readonly url: string } | { readonly kind: 'oidc' };
}

/** Returns the name of the parameter of a stage. */
export function getSignInParameterName(stage: string): string {
  return `/a11y-scan/${stage}/sign-in`;
}

/**
 * Returns the permission to read the parameter. It is built from the name, because the functions exist before the
 * parameter: its value needs the distribution, which needs the API, which needs the functions.
 */
export function grantReadSignInParameter(stack: Stack, stage: string): Grant {
  const resourceName = getSignInParameterName(stage).slice(1);
  return {
    actions: ['ssm:GetParameter'],
    resources: [stack.formatArn({ service: 'ssm', resource: 'parameter', resourceName })],
  };
}

/**
 * The parameter: a JSON object with the members of `SignInConfiguration`, or only with the origin of the API if the
 * stage has no dashboard.
 */
export class SignInParameter extends Construct {
  constructor(
    scope: Construct,
    id: string,
    stage: string,
    configuration: SignInConfiguration | Pick<SignInConfiguration, 'origin'>,
  ) {
    super(scope, id);
    new StringParameter(this, 'Parameter', {
      parameterName: getSignInParameterName(stage),
      description: 'Origin of the dashboard and provider of identities, which functions read',
      stringValue: Stack.of(this).toJsonString(configuration),
    });
  }
}
