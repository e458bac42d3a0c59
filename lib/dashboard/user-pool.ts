import { Duration, Fn, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  PasskeyUserVerification,
  UserPool,
  type UserPoolClient,
  UserPoolClientIdentityProvider,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';

/** Where people come back to. */
export interface ReturnAddresses {
  /** URL of the call that ends a sign-in. */
  readonly callback: string;
  /** URL of the page after a sign-out. */
  readonly signedOut: string;
}

/**
 * The default provider of identities: a Cognito user pool with managed login, passkeys and codes by email. Anyone may
 * sign up, because being in the pool grants nothing: roles are in the table of the service.
 */
export class DashboardUserPool extends Construct {
  readonly issuer: string;
  readonly clientId: string;
  /** URL of the page on which people sign out. */
  readonly signOut: { readonly kind: 'cognito'; readonly url: string };

  constructor(scope: Construct, id: string, settings: StageSettings, addresses: ReturnAddresses) {
    super(scope, id);
    const { keepData } = settings.retention;
    const pool = new UserPool(this, 'Pool', {
      userPoolName: `a11y-scan-${settings.stage}`,
      // The lowest plan with managed login, passkeys and codes by email:
      // https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-sign-in-feature-plans.html
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      // A changed address stays unverified, and the old one valid, until the person enters the code.
      keepOriginal: { email: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      // Cognito requires that passwords are among the factors.
      signInPolicy: { allowedFirstAuthFactors: { password: true, emailOtp: true, passkey: true } },
      passkeyUserVerification: PasskeyUserVerification.REQUIRED,
      mfa: Mfa.OFF,
      passwordPolicy: {
        minLength: 12,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
      },
      deletionProtection: keepData,
      removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    const client = pool.addClient('Client', {
      userPoolClientName: 'dashboard',
      // A public client: the flow is protected by PKCE, state and nonce.
      generateSecret: false,
      authFlows: { user: true },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: [addresses.callback],
        logoutUrls: [addresses.signedOut],
      },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      preventUserExistenceErrors: true,
      // The service reads the id token once and keeps no token. These are the shortest times that Cognito allows.
      idTokenValidity: Duration.minutes(5),
      accessTokenValidity: Duration.minutes(5),
      refreshTokenValidity: Duration.hours(1),
    });
    const pages = this.#addPages(pool, client, settings.stage);
    this.signOut = { kind: 'cognito', url: `${pages}/logout` };
    const { region, urlSuffix } = Stack.of(this);
    // Built from the id, because an emulator lacks the attribute ProviderURL.
    this.issuer = `https://cognito-idp.${region}.${urlSuffix}/${pool.userPoolId}`;
    this.clientId = client.userPoolClientId;
    this.#acknowledge(pool);
  }

  /** @returns the URL of the pages */
  #addPages(pool: UserPool, client: UserPoolClient, stage: string): string {
    // Part of the stack's id, because the prefix must be unique among all customers of AWS in the region.
    const unique = Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', Stack.of(this).stackId))));
    const domain = pool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: `a11y-scan-${stage}-${unique}` },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    // Without a branding, the pages of a client do not exist:
    // https://docs.aws.amazon.com/cognito/latest/developerguide/managed-login-branding.html
    new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: pool.userPoolId,
      clientId: client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
    return domain.baseUrl();
  }

  #acknowledge(pool: UserPool): void {
    Validations.of(pool).acknowledge(
      {
        id: 'AwsSolutions-COG2',
        reason:
          'Cognito does not offer passkeys and codes by email if a second factor is required. A passkey requires ' +
          'that the device verifies the person.',
      },
      {
        id: 'AwsSolutions-COG8',
        reason:
          'Threat protection needs the plan Plus, whose price per person is higher. An operator may change the plan, ' +
          'or use another provider (-c oidcIssuer).',
      },
    );
  }
}
