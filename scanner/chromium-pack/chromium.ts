/** Members of every Chromium that can be launched. */
interface LaunchableChromium {
  executable: string;
  /** Begins with the major version of Chromium. */
  version: string;
  /** Path of axe-core's script, and its version. */
  axeScript: string;
  axeVersion: string;
}

/** The packed Chromium after unpacking, with its own libraries and fonts. */
export interface UnpackedChromium extends LaunchableChromium {
  kind: 'packed';
  /** LD_LIBRARY_PATH: folder of the package's nss, nspr and expat. */
  libraries: string;
  /** FONTCONFIG_PATH: folder of fonts.conf, which contains only the fonts of the package. */
  fontConfig: string;
}

/** A Chromium or Chrome that the user has installed. It uses the libraries and fonts of the system. */
export interface InstalledChromium extends LaunchableChromium {
  kind: 'installed';
  /** True for chrome-headless-shell, a separate program without code for windows. */
  isShell: boolean;
}

/** A Chromium ready to be launched. */
export type Chromium = UnpackedChromium | InstalledChromium;
