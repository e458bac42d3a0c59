import { Aws, Fn, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  AccountRecovery,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  PasskeyUserVerification,
  UserPool,
  UserPoolEmail,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { SENDER_NAME } from '../../core/mail/mail.ts';
import type { Grant } from '../function-row.ts';
import { getMailNames } from '../mail/mail-names.ts';
import type { StageSettings } from '../stage-settings.ts';

/**
 * The default provider of identities: a Cognito user pool with managed login, passkeys and codes by email, and the
 * domain of its pages, to which passkeys belong. Being in the pool grants nothing: roles are in the table of the
 * service. Sign-up is off by default, because strangers could use up the mails with codes.
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
      selfSignUpEnabled: settings.selfSignUp,
      email: this.#chooseSender(settings),
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

  /** The permission to create users. */
  get createUserGrant(): Grant {
    return { actions: ['cognito-idp:AdminCreateUser'], resources: [this.pool.userPoolArn] };
  }

  /** Cognito itself sends about 50 mails a day: https://docs.aws.amazon.com/cognito/latest/developerguide/limits.html */
  #chooseSender(settings: StageSettings): UserPoolEmail {
    const { mail } = settings;
    if (mail === undefined) return UserPoolEmail.withCognito();
    return UserPoolEmail.withSES({
      // An address of a verified domain is an identity too, for Cognito.
      fromEmail: mail.address,
      fromName: SENDER_NAME,
      sesRegion: mail.region ?? Aws.REGION,
      configurationSetName: getMailNames(Stack.of(this), settings).configurationSet,
    });
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
