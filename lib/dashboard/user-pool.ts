import { Fn, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  AccountRecovery,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  PasskeyUserVerification,
  UserPool,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import type { StageSettings } from '../stage-settings.ts';

/**
 * The default provider of identities: a Cognito user pool with managed login, passkeys and codes by email, and the
 * domain of its pages, to which passkeys belong. Anyone may sign up, because being in the pool grants nothing: roles
 * are in the table of the service.
 */
export class DashboardUserPool extends Construct {
  readonly pool: UserPool;
  readonly issuer: string;
  /** URL of the page on which people sign out. */
  readonly signOutUrl: string;

  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id);
    const { keepData } = settings.retention;
    const removalPolicy = keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    this.pool = new UserPool(this, 'Pool', {
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
      removalPolicy,
    });
    // Part of the stack's id, because the prefix must be unique among all customers of AWS in the region.
    const { region, stackId, urlSuffix } = Stack.of(this);
    const unique = Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', stackId))));
    const domain = this.pool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: `a11y-scan-${settings.stage}-${unique}` },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    domain.applyRemovalPolicy(removalPolicy);
    this.signOutUrl = `${domain.baseUrl()}/logout`;
    // Built from the id, because an emulator lacks the attribute ProviderURL.
    this.issuer = `https://cognito-idp.${region}.${urlSuffix}/${this.pool.userPoolId}`;
    this.#acknowledge();
  }

  #acknowledge(): void {
    Validations.of(this.pool).acknowledge(
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
