import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { ADMINISTRATOR_EMAIL, getClaims } from '../identity/people.ts';
import { rootFolder } from '../synthesize.ts';

/** Runs the operator's command line on the runtime of a data folder, as a user would. */
export class Admin {
  private readonly dataFolder: string;

  constructor(dataFolder: string) {
    this.dataFolder = dataFolder;
  }

  async createAccount(name: string): Promise<{ accountId: string }> {
    return this.run(['account', 'create', '--name', name], ['accountId']);
  }

  async createSite(
    accountId: string,
    name: string,
    url: string,
    pages: string[],
  ): Promise<{ siteId: string }> {
    const listed = pages.flatMap((page) => ['--page', page]);
    return this.run(
      ['site', 'create', '--account', accountId, '--name', name, '--url', url, ...listed],
      ['siteId'],
    );
  }

  async createKey(accountId: string, name: string, role: string): Promise<{ keyId: string; apiKey: string }> {
    const args = ['key', 'create', '--account', accountId, '--name', name, '--role', role];
    return this.run(args, ['keyId', 'apiKey']);
  }

  /** Makes the local administrator a member of an account, as the local provider of identities names the person. */
  async addAdministrator(accountId: string, issuer: string): Promise<{ personId: string }> {
    const { sub, email, name } = getClaims(ADMINISTRATOR_EMAIL);
    const identity = ['--issuer', issuer, '--subject', sub, '--email', email, '--name', name];
    return this.run(['member', 'add', '--account', accountId, ...identity, '--role', 'admin'], ['personId']);
  }

  private run<Name extends string>(args: string[], expected: Name[]): Promise<Record<Name, string>> {
    return new Promise((resolve, reject) => {
      execFile(
        process.execPath,
        [join(rootFolder, 'admin', 'main.ts'), ...args, '--data', this.dataFolder, '--json'],
        { cwd: rootFolder },
        (error, stdout, stderr) => {
          const what = `admin ${args.slice(0, 2).join(' ')}`;
          if (error) return reject(new Error(`${what} failed: ${stderr.trim() || error.message}`));
          try {
            const answer = JSON.parse(stdout) as Record<Name, string>;
            const missing = expected.filter((name) => typeof answer[name] !== 'string');
            if (missing.length > 0) throw new Error(`it has no ${missing.join(', ')}`);
            resolve(answer);
          } catch (cause) {
            // The message does not contain the output, because it may hold a key.
            reject(new Error(`${what} returned invalid output: ${(cause as Error).message}`));
          }
        },
      );
    });
  }
}
