import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { sealingContextNames } from '../core/sites/credentials.ts';
import type { Grant } from './function-row.ts';
import type { StageSettings } from './stage-settings.ts';

/**
 * The key that encrypts the credentials of sites. Its policy delegates access control to IAM: the functions that store
 * credentials may encrypt but not decrypt; `dispatch-chunk` may decrypt but not encrypt.
 */
export class CredentialsKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id);
    const { keepData } = settings.retention;
    this.key = new Key(this, 'Key', {
      description: 'Encrypts the credentials of scanned sites',
      alias: `alias/A11yScan-${settings.stage}/credentials`,
      enableKeyRotation: true,
      pendingWindow: Duration.days(keepData ? 30 : 7),
      // Without the key, the credentials in a retained table could not be decrypted.
      removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }

  /** Permission to encrypt credentials, but not to decrypt them. */
  get encryptGrant(): Grant {
    return this.#grant('kms:GenerateDataKey');
  }

  /** Permission to decrypt credentials, but not to encrypt them. */
  get decryptGrant(): Grant {
    return this.#grant('kms:Decrypt');
  }

  #grant(action: string): Grant {
    return {
      actions: [action],
      resources: [this.key.keyArn],
      conditions: {
        // ForAllValues alone would allow a call without any context.
        'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': [...sealingContextNames] },
        Null: Object.fromEntries(
          sealingContextNames.map((name) => [`kms:EncryptionContext:${name}`, 'false']),
        ),
      },
    };
  }
}
