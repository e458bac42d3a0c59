import { Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

/** The header in which the distribution sends the secret to the API. */
export const ORIGIN_SECRET_HEADER = 'X-Origin-Secret';

/**
 * The secret that distinguishes the distribution from other callers of the API. With it, the functions believe the
 * address of the viewer that the distribution names.
 */
export class OriginSecret extends Construct {
  /** A dynamic reference: CloudFormation replaces it by the secret when it deploys. */
  readonly reference: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const secret = new Secret(this, 'Secret', {
      description: 'Sent by the distribution of the dashboard to the API, in the header X-Origin-Secret',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
    });
    // The value is not in the template: unsafeUnwrap returns {{resolve:secretsmanager:…}}.
    this.reference = secret.secretValue.unsafeUnwrap();
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'The value is part of the configuration of the distribution and of the functions, which only a deployment ' +
        'changes. It gives access to nothing: with it, a caller could choose the address in the audit log.',
    });
  }
}
