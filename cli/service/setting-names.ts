/** The flag of each member of `config` that has one. */
const flags: Readonly<Record<string, string>> = {
  rules: '--rules',
  priority: '--priority',
  url: '--url',
  crawl: '--crawl',
  maxPages: '--max-pages',
  maxDepth: '--max-depth',
  viewport: '--viewport',
  colorScheme: '--color-scheme',
  failOn: '--fail-on',
  baseline: '--baseline',
  'metadata.branch': '--branch',
  'metadata.targetBranch': '--target-branch',
  'metadata.commit': '--commit',
  'metadata.pullRequest': '--pull-request',
};

/**
 * What sets a member of a request: its flag, where it has one, and the member of the configuration file.
 * @param path as the service names it, e.g. `config.rules[0]`
 */
export function settingName(path: string): string {
  const [, member = ''] = /^config\.([^[]+)/.exec(path) ?? [];
  const [first = ''] = member.split('.');
  const flag = flags[member] ?? flags[first];
  return flag === undefined ? path : `${flag} (${path})`;
}
