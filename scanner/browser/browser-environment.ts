import { join } from 'node:path';
import type { Chromium } from '../chromium-pack/chromium.ts';
import { PRODUCT } from '../user-agent.ts';

/** Environment variables that an installed browser or its start script needs. None of them can hold a secret. */
const inheritedVariables = [
  'PATH',
  'LD_LIBRARY_PATH',
  'FONTCONFIG_FILE',
  'FONTCONFIG_PATH',
  'SystemRoot',
  'SystemDrive',
  'windir',
  'ProgramFiles',
  'ProgramFiles(x86)',
  'ProgramData',
];

/**
 * Returns the environment variables to launch a browser with. An attacker who controls the renderer can read them, so
 * they must not contain anything else.
 * @param directory the browser's directory, which contains `tmp`
 */
export function buildBrowserEnvironment(
  chromium: Chromium,
  directory: string,
  system: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const temporary = join(directory, 'tmp');
  const own = { HOME: directory, TMPDIR: temporary, LANG: 'en_US.UTF-8', TZ: 'UTC' };
  if (chromium.kind === 'packed') {
    return { LD_LIBRARY_PATH: chromium.libraries, FONTCONFIG_PATH: chromium.fontConfig, ...own };
  }
  const inherited = inheritedVariables.flatMap((name) => {
    const value = system[name];
    return value === undefined ? [] : [[name, value]];
  });
  const windows = { USERPROFILE: directory, LOCALAPPDATA: directory, TEMP: temporary, TMP: temporary };
  return {
    ...Object.fromEntries(inherited),
    ...own,
    ...(system.SystemRoot === undefined ? {} : windows),
    // Otherwise chrome-headless-shell writes its log next to its executable.
    CHROME_LOG_FILE: join(temporary, 'chrome.log'),
  };
}

/**
 * Operating systems as browsers name them in a reduced user agent: the same text for all versions of a system.
 * Source: https://www.chromium.org/updates/ua-reduction/
 */
const systems: Readonly<Record<string, string>> = {
  darwin: 'Macintosh; Intel Mac OS X 10_15_7',
  win32: 'Windows NT 10.0; Win64; x64',
};

/**
 * Returns the user agent of a browser: the reduced user agent, which is the same for all versions of one major
 * version, and the name of this scanner.
 */
export function buildUserAgent(chromium: Chromium, platform: string = process.platform): string {
  const major = Number.parseInt(chromium.version, 10);
  const system = systems[platform] ?? 'X11; Linux x86_64';
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36 ${PRODUCT}`;
}
