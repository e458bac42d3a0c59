import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Resolves the packages of the other tools, which are separate from those of the product. */
const require = createRequire(join(import.meta.dirname, '..', 'package.json'));

/**
 * Loads a package of another tool. Its types are not installed with the product, so the caller declares them.
 * @throws Error if the packages of the benchmark are not installed
 */
export async function loadPeer<T>(name: string): Promise<T> {
  return (await import(pathToFileURL(require.resolve(name)).href)) as T;
}

/** Returns the path of axe-core's script, in the version that all contestants run. */
export function getAxeScriptPath(): string {
  return require.resolve('axe-core/axe.min.js');
}

/** Window size for all contestants: that of our scanner. It is pa11y's default except for the height. */
export const viewport = { width: 1280, height: 1024 };

/** Returns the launch options of another tool: its own defaults, and the flags to run as root in a container. */
export function buildLaunchOptions(chromium: string): LaunchOptions {
  return { executablePath: chromium, args: ['--no-sandbox', '--disable-setuid-sandbox'], headless: true };
}
export interface LaunchOptions {
  executablePath: string;
  args: string[];
  headless: boolean;
}

/** The part of puppeteer that is used here. */
export interface Puppeteer {
  launch(options: LaunchOptions): Promise<PuppeteerBrowser>;
}
export interface PuppeteerBrowser {
  newPage(): Promise<PuppeteerPage>;
  close(): Promise<void>;
}
export interface PuppeteerPage {
  goto(url: string, options: { waitUntil: string }): Promise<unknown>;
  setViewport(size: { width: number; height: number }): Promise<void>;
  evaluate(work: unknown, ...values: unknown[]): Promise<unknown>;
  close(): Promise<void>;
}
