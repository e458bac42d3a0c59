import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { sealedTextContextNames } from '../core/alerts/sealed-text.ts';
import type { IdPrefix } from '../core/ids.ts';
import { sealingContextNames } from '../core/sites/credentials.ts';
import type { Grant } from './function-row.ts';
import type { StageSettings } from './stage-settings.ts';

/**
 * The key that encrypts the credentials of sites, and secret texts such as those of webhooks. Its policy delegates
 * access control to IAM: the functions that store secrets may encrypt but not decrypt; the functions that use them may
 * decrypt but not encrypt, and only those of the kind that they use.
 */
export class CredentialsKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id);
    const { keepData } = settings.retention;
    this.key = new Key(this, 'Key', {
      description:
        'Encrypts the credentials of scanned sites, and the secrets of webhooks, alerts and invitations',
      alias: `alias/A11yScan-${settings.stage}/credentials`,
      enableKeyRotation: true,
      pendingWindow: Duration.days(keepData ? 30 : 7),
      // Without the key, the credentials in a retained table could not be decrypted.
      removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }

  /** Permission to encrypt credentials, but not to decrypt them. */
  get encryptGrant(): Grant {
    return this.#grant('kms:GenerateDataKey', sealingContextNames);
  }

  /** Permission to decrypt credentials, but not to encrypt them. */
  get decryptGrant(): Grant {
    return this.#grant('kms:Decrypt', sealingContextNames);
  }

  /** Returns the permission to encrypt texts of items of one kind, but not to decrypt them. */
  grantEncryptText(item: IdPrefix): Grant {
    return this.#grantText('kms:GenerateDataKey', item);
  }

  /** Returns the permission to decrypt texts of items of one kind, but not to encrypt them. */
  grantDecryptText(item: IdPrefix): Grant {
    return this.#grantText('kms:Decrypt', item);
  }

  #grantText(action: string, item: IdPrefix): Grant {
    const { conditions, ...grant } = this.#grant(action, sealedTextContextNames);
    const ofItem = { StringLike: { 'kms:EncryptionContext:item': `${item}_*` } };
    return { ...grant, conditions: { ...conditions, ...ofItem } };
  }

  #grant(action: string, contextNames: readonly string[]): Grant {
    return {
      actions: [action],
      resources: [this.key.keyArn],
      conditions: {
        // ForAllValues alone would allow a call without any context.
        'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': [...contextNames] },
        Null: Object.fromEntries(contextNames.map((name) => [`kms:EncryptionContext:${name}`, 'false'])),
      },
    };
  }
}
