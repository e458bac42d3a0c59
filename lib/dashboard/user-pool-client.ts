import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  CfnManagedLoginBranding,
  type IUserPool,
  OAuthScope,
  UserPoolClient,
  UserPoolClientIdentityProvider,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { metricPeriod } from '../own-metric.ts';

export interface DashboardClientProps {
  readonly pool: IUserPool;
  /** URL of the call that ends a sign-in. */
  readonly callback: string;
  /** URL of the page after a sign-out. */
  readonly signedOut: string;
}

/**
 * The dashboard as a client of the user pool, with the look of its pages. It is apart from the pool, because it needs
 * the address of the distribution. It has no state: a new client changes nothing for people.
 */
export class DashboardClient extends Construct {
  readonly clientId: string;
  readonly #userPoolId: string;

  constructor(scope: Construct, id: string, { pool, callback, signedOut }: DashboardClientProps) {
    super(scope, id);
    const client = new UserPoolClient(this, 'Client', {
      userPool: pool,
      userPoolClientName: 'dashboard',
      // A public client: the flow is protected by PKCE, state and nonce.
      generateSecret: false,
      authFlows: { user: true },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: [callback],
        logoutUrls: [signedOut],
      },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      preventUserExistenceErrors: true,
      // The service reads the id token once and keeps no token. These are the shortest times that Cognito allows.
      idTokenValidity: Duration.minutes(5),
      accessTokenValidity: Duration.minutes(5),
      refreshTokenValidity: Duration.hours(1),
    });
    this.clientId = client.userPoolClientId;
    this.#userPoolId = pool.userPoolId;
    // Without a branding, the pages of a client do not exist:
    // https://docs.aws.amazon.com/cognito/latest/developerguide/managed-login-branding.html
    new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: pool.userPoolId,
      clientId: this.clientId,
      useCognitoProvidedValues: true,
    });
  }

  /**
   * Returns the attempts to sign in at the pool, or those of them that succeeded:
   * https://docs.aws.amazon.com/cognito/latest/developerguide/metrics-for-cognito-user-pools.html
   */
  metricSignIns(which: 'attempted' | 'succeeded'): Metric {
    return new Metric({
      namespace: 'AWS/Cognito',
      metricName: 'SignInSuccesses',
      dimensionsMap: { UserPool: this.#userPoolId, UserPoolClient: this.clientId },
      statistic: which === 'attempted' ? 'SampleCount' : 'Sum',
      period: metricPeriod,
    });
  }
}
