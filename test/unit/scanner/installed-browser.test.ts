import { EventEmitter } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import { buildBrowserArguments, getLaunchMode } from '../../../scanner/browser/arguments.ts';
import { buildBrowserEnvironment, buildUserAgent } from '../../../scanner/browser/browser-environment.ts';
import { checkExecutable, detectProgramFormat } from '../../../scanner/browser/executable-file.ts';
import { findChromium } from '../../../scanner/browser/find-chromium.ts';
import type { InstalledChromium, UnpackedChromium } from '../../../scanner/chromium-pack/chromium.ts';
import { PageClock } from '../../../scanner/page/clock.ts';
import { VirtualClock } from '../../../scanner/page/virtual-clock.ts';

const common = { executable: '/browser', axeScript: '/axe', axeVersion: '1' };
const packed: UnpackedChromium = {
  ...common,
  kind: 'packed',
  version: '153',
  libraries: '/l',
  fontConfig: '/f',
};
const shell: InstalledChromium = { ...common, kind: 'installed', version: '156.0.1.2', isShell: true };
const chrome: InstalledChromium = { ...shell, isShell: false };

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'installed-test-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Returns the header of an ELF file for a processor, by its number in `e_machine`. */
function elf(machine: number): Buffer {
  const head = Buffer.alloc(64);
  head.write('\x7fELF', 'latin1');
  head[5] = 1;
  head.writeUInt16LE(machine, 18);
  return head;
}

function file(name: string, content: string | Buffer, mode = 0o755): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

describe('the format of a program', () => {
  it('is detected by its first bytes', () => {
    expect(detectProgramFormat(elf(62))).toEqual({ system: 'linux', arch: 'x64' });
    expect(detectProgramFormat(elf(183))).toEqual({ system: 'linux', arch: 'arm64' });
    expect(detectProgramFormat(elf(9999))).toEqual({ system: 'linux', arch: 'another processor' });
    expect(detectProgramFormat(Buffer.from('cffaedfe', 'hex'))).toEqual({ system: 'darwin', arch: null });
    expect(detectProgramFormat(Buffer.from('cafebabe', 'hex'))).toEqual({ system: 'darwin', arch: null });
    expect(detectProgramFormat(Buffer.from('MZ\x90\0'))).toEqual({ system: 'win32', arch: null });
    expect(detectProgramFormat(Buffer.from('#!/bin/sh'))).toBe('script');
    expect(detectProgramFormat(Buffer.from('text'))).toBeNull();
    expect(detectProgramFormat(Buffer.from(''))).toBeNull();
  });
});

describe('a browser that is given by path', () => {
  const linux = { platform: 'linux', arch: 'x64' };

  it('is accepted if it is a program, or a script, for this machine', async () => {
    const program = file('program', elf(62));
    expect(await checkExecutable(program, linux)).toBe(program);
    const script = file('script', '#!/bin/sh\n');
    expect(await checkExecutable(script, linux)).toBe(script);
  });

  it('is rejected with the reason if it cannot be one', async () => {
    mkdirSync(join(directory, 'Some Browser.app', 'Contents', 'MacOS'), { recursive: true });
    file('Some Browser.app/Contents/MacOS/Some Browser', '');
    const refused: [path: string, code: string, message: RegExp, hint: RegExp][] = [
      [join(directory, 'none'), 'browser-not-found', /none \(ENOENT\)/, /--browser/],
      [`${file('f', 'x')}/below`, 'browser-not-found', /below \(ENOTDIR\)/, /--browser/],
      [directory, 'not-a-browser', /is a folder/, /--browser/],
      [
        join(directory, 'Some Browser.app'),
        'not-a-browser',
        /is a folder/,
        /Contents\/MacOS\/Some Browser\./,
      ],
      ['/dev/null', 'not-a-browser', /is not a file/, /--browser/],
      [file('text', 'just text'), 'not-a-browser', /is not a program/, /--browser/],
      [
        file('arm', elf(183)),
        'browser-of-another-platform',
        /for linux on arm64; .* linux on x64/,
        /--browser/,
      ],
      [
        file('mac', Buffer.from('cffaedfe00000000', 'hex')),
        'browser-of-another-platform',
        /for darwin;/,
        /--browser/,
      ],
      [file('plain', elf(62), 0o644), 'browser-not-executable', /is not executable/, /chmod \+x/],
    ];
    for (const [path, code, message, hint] of refused) {
      await expect(checkExecutable(path, linux), path).rejects.toMatchObject({
        name: 'ChromiumUnavailableError',
        code,
        message: expect.stringMatching(message),
        hint: expect.stringMatching(hint),
      });
    }
  });

  it('that does not start is rejected with its output, at each attempt', async () => {
    const script = file('no-browser', '#!/bin/sh\necho "cannot open display" >&2\nexit 3\n');
    for (let time = 0; time < 2; time += 1) {
      await expect(findChromium({ executable: script })).rejects.toMatchObject({
        name: 'ChromiumUnavailableError',
        code: 'not-a-browser',
        message: expect.stringMatching(/no-browser does not start as Chrome.*cannot open display/),
      });
    }
  });
});

describe('the launch of a browser', () => {
  it('depends on its features and its environment', () => {
    const mode = (oneProcess: boolean, sandbox: boolean, framesOnRequest: boolean, windows: boolean) => ({
      oneProcess,
      sandbox,
      framesOnRequest,
      windows,
    });
    expect(getLaunchMode(packed, 'linux')).toEqual(mode(true, false, true, false));
    expect(getLaunchMode(shell, 'linux')).toEqual(mode(true, false, true, false));
    expect(getLaunchMode(shell, 'darwin')).toEqual(mode(false, true, false, false));
    expect(getLaunchMode(shell, 'win32')).toEqual(mode(false, true, true, false));
    expect(getLaunchMode(chrome, 'linux')).toEqual(mode(false, false, false, true));
    expect(getLaunchMode(chrome, 'darwin')).toEqual(mode(false, true, false, true));
  });

  it('never lets traffic bypass the egress proxy', () => {
    for (const chromium of [packed, shell, chrome]) {
      for (const platform of ['linux', 'darwin', 'win32']) {
        const mode = getLaunchMode(chromium, platform);
        const words = buildBrowserArguments('127.0.0.1:1', 'agent', pageSettingsDefault, mode);
        expect(words).toEqual(
          expect.arrayContaining([
            '--proxy-server=127.0.0.1:1',
            '--proxy-bypass-list=<-loopback>',
            '--disable-quic',
            '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
          ]),
        );
        // If there is more than one process, frames of other sites stay in the process of their page.
        expect(words.includes('--single-process')).toBe(!words.includes('--disable-site-isolation-trials'));
        expect(words.filter((word) => word.startsWith('--disable-features='))).toHaveLength(1);
      }
    }
  });

  it('gives an installed browser the environment variables that it needs, and no secret', () => {
    const system = { PATH: '/bin', LD_LIBRARY_PATH: '/nix', A11Y_SCAN_API_KEY: 'key_x', HOME: '/root' };
    expect(buildBrowserEnvironment(shell, '/d', system)).toEqual({
      PATH: '/bin',
      LD_LIBRARY_PATH: '/nix',
      HOME: '/d',
      TMPDIR: join('/d', 'tmp'),
      LANG: 'en_US.UTF-8',
      TZ: 'UTC',
      CHROME_LOG_FILE: join('/d', 'tmp', 'chrome.log'),
    });
    expect(Object.keys(buildBrowserEnvironment(packed, '/d', system)).sort()).toEqual(
      ['FONTCONFIG_PATH', 'HOME', 'LANG', 'LD_LIBRARY_PATH', 'TMPDIR', 'TZ'].sort(),
    );
  });

  it('states the major version of the same browser, and its operating system', () => {
    expect(buildUserAgent(shell, 'linux')).toMatch(
      /\(X11; Linux x86_64\).* Chrome\/156\.0\.0\.0 .*a11y-scan-service/,
    );
    expect(buildUserAgent(chrome, 'darwin')).toContain('(Macintosh; Intel Mac OS X 10_15_7)');
  });
});

/** A session of a browser that draws by itself: a frame arrives in the third interval. */
class DrawingSession extends EventEmitter {
  policies: string[] = [];
  #frame: ((answer: unknown) => void) | undefined;
  readonly #drawsAt: number;

  constructor(drawsAt: number) {
    super();
    this.#drawsAt = drawsAt;
  }

  async send(method: string, { policy = '' }: { policy?: string } = {}): Promise<unknown> {
    if (method === 'Runtime.callFunctionOn') {
      return new Promise((resolve) => {
        this.#frame = resolve;
      });
    }
    this.policies.push(policy);
    if (policy === 'pause') return {};
    setImmediate(() => {
      this.emit('Emulation.virtualTimeBudgetExpired');
      if (this.policies.length === this.#drawsAt) this.#frame?.({ result: {} });
    });
    return {};
  }
}

describe('a browser that draws by itself', () => {
  const world = { frameId: 'frame', contextId: 1, name: 'world' };
  const clockOf = (session: DrawingSession) =>
    new VirtualClock(
      session as unknown as CDPSession,
      new PageClock(60_000, new Promise(() => undefined)),
      false,
    );

  it('gets virtual time until the frame has arrived, and none after it', async () => {
    const session = new DrawingSession(3);
    await clockOf(session).frame(world);
    const granted = session.policies.filter((policy) => policy === 'advance').length;
    expect(granted).toBeGreaterThanOrEqual(3);
    expect(granted).toBeLessThanOrEqual(4);
  });

  it('gets no more time after another caller stopped time', async () => {
    const session = new DrawingSession(Number.POSITIVE_INFINITY);
    const time = clockOf(session);
    time.frame(world).catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    await time.stop();
    const after = session.policies.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(session.policies.slice(after)).toEqual([]);
  });
});
