import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { sealingContextNames } from '../core/sites/credentials.ts';
import type { Grant } from './function-row.ts';
import type { StageSettings } from './stage-settings.ts';

/**
 * The key under which the credentials of sites are sealed. Its policy leaves the deciding to IAM: of the functions,
 * those that store credentials may seal and not open, the one that opens pages may open and not seal.
 */
export class CredentialsKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id);
    const { keepData } = settings.retention;
    this.key = new Key(this, 'Key', {
      description: 'Seals the credentials of scanned sites',
      alias: `alias/A11yScan-${settings.stage}/credentials`,
      enableKeyRotation: true,
      pendingWindow: Duration.days(keepData ? 30 : 7),
      // Without its key, what a kept table holds could not be opened again.
      removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }

  /** Sealing credentials, and not opening them. */
  get sealing(): Grant {
    return this.#grant('kms:GenerateDataKey');
  }

  /** Opening credentials, and not sealing them. */
  get opening(): Grant {
    return this.#grant('kms:Decrypt');
  }

  #grant(action: string): Grant {
    return {
      actions: [action],
      resources: [this.key.keyArn],
      conditions: {
        // ForAllValues alone would let a call without any context pass.
        'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': [...sealingContextNames] },
        Null: Object.fromEntries(
          sealingContextNames.map((name) => [`kms:EncryptionContext:${name}`, 'false']),
        ),
      },
    };
  }
}
