/** What is the same of every Chromium that can be launched. */
interface LaunchableChromium {
  executable: string;
  /** Begins with Chromium's major version. */
  version: string;
  /** File of axe-core's script, and its version. */
  axeScript: string;
  axeVersion: string;
}

/** The packed Chromium, unpacked, with libraries and fonts of its own. */
export interface UnpackedChromium extends LaunchableChromium {
  kind: 'packed';
  /** LD_LIBRARY_PATH: the package's own nss, nspr and expat. */
  libraries: string;
  /** FONTCONFIG_PATH: directory of fonts.conf, which knows the package's fonts only. */
  fontConfig: string;
}

/** A Chromium or Chrome that somebody has installed; it uses the libraries and fonts of the system. */
export interface InstalledChromium extends LaunchableChromium {
  kind: 'installed';
  /** Whether it is the separate program without a window's code, chrome-headless-shell. */
  isShell: boolean;
}

/** A Chromium ready to be launched. */
export type Chromium = UnpackedChromium | InstalledChromium;
