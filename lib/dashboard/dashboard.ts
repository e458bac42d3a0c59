import { Fn } from 'aws-cdk-lib';
import { Trigger } from 'aws-cdk-lib/triggers';
import { Construct } from 'constructs';
import { API_PATH } from '../../core/api/endpoint.ts';
import { type FunctionDefaults, NodeFunction } from '../node-function.ts';
import { DashboardDistribution } from './distribution.ts';
import { definePublishFunction } from './publish-function.ts';
import { SignInParameter } from './sign-in-parameter.ts';
import { StaticBucket } from './static-bucket.ts';
import { DashboardUserPool } from './user-pool.ts';

export interface DashboardProps {
  readonly apiId: string;
  readonly originSecret: string;
  /** Host of the bucket with the pictures of findings. */
  readonly pictureHost: string;
  /** What must be deployed before the files, so that new screens never meet an earlier API. */
  readonly publishAfter: readonly Construct[];
}

/** The dashboard: its files and the API on one host, the provider of identities, and where functions find both. */
export class Dashboard extends Construct {
  /** `https://<host>`, without a slash. */
  readonly origin: string;
  /** First label of the host name that CloudFront gives the distribution. */
  readonly distributionLabel: string;

  constructor(scope: Construct, id: string, props: DashboardProps, defaults: FunctionDefaults) {
    super(scope, id);
    const { settings } = defaults;
    const files = new StaticBucket(this, 'Files');
    const { distribution, origin } = new DashboardDistribution(this, 'Distribution', {
      ...props,
      bucket: files.bucket,
      settings,
    });
    this.origin = origin;
    this.distributionLabel = Fn.select(0, Fn.split('.', distribution.distributionDomainName));
    const { issuer, clientId, signOut } =
      settings.signInProvider === undefined
        ? new DashboardUserPool(this, 'UserPool', settings, {
            callback: `${origin}${API_PATH}/sign-in/callback`,
            signedOut: `${origin}/signed-out`,
          })
        : { ...settings.signInProvider, signOut: { kind: 'oidc' } as const };
    new SignInParameter(this, 'SignIn', settings.stage, { origin, issuer, clientId, signOut });
    this.#publish(files, defaults, [files, distribution, ...props.publishAfter]);
  }

  /** Publishes the files at each deployment that changes them. The deployment fails if that fails. */
  #publish(files: StaticBucket, defaults: FunctionDefaults, executeAfter: Construct[]): void {
    const row = definePublishFunction(files);
    const publish = new NodeFunction(this, 'publish-dashboard', row, defaults);
    new Trigger(this, 'Publish', { handler: publish.function, timeout: row.timeout, executeAfter });
  }
}
