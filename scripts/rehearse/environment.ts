import { delimiter, dirname } from 'node:path';
import { REGION } from './ministack.ts';

/**
 * Returns the environment variables for all programs that access AWS. They contain no setting, profile or credential
 * of the user, so that no program can reach a real account.
 * @param home folder to use as the home directory
 */
export function buildRehearsalEnvironment(home: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(AWS_|CDK_|npm_)/.test(name));
  return {
    ...Object.fromEntries(own),
    HOME: home,
    // The Node that runs this script, also for programs that search for `node`.
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_EC2_METADATA_DISABLED: 'true',
    CDK_DISABLE_CLI_TELEMETRY: 'true',
    CDK_DISABLE_VERSION_CHECK: '1',
    NO_COLOR: '1',
  };
}
