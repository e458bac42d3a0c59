import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where the packages of the peers are, which are not the product's. */
const require = createRequire(join(import.meta.dirname, '..', 'package.json'));

/**
 * Loads a peer's package. Its types are not installed with the product, so the caller says what it uses.
 * @throws Error when the packages of the benchmark are not installed
 */
export async function loadPeer<T>(name: string): Promise<T> {
  return (await import(pathToFileURL(require.resolve(name)).href)) as T;
}

/** axe-core's script, the version that all contestants run. */
export function axeScriptPath(): string {
  return require.resolve('axe-core/axe.min.js');
}

/** The window that all contestants open pages in: ours, and pa11y's default but for its height. */
export const viewport = { width: 1280, height: 1024 };

/** How a peer launches the browser: its own defaults, and what running as root in a container takes. */
export function launchOptions(chromium: string): LaunchOptions {
  return { executablePath: chromium, args: ['--no-sandbox', '--disable-setuid-sandbox'], headless: true };
}
export interface LaunchOptions {
  executablePath: string;
  args: string[];
  headless: boolean;
}

/** What is used of puppeteer. */
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
