import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { stop } from 'esbuild';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import { scanChunkPages } from '../../../scanner/scan-chunk-pages.ts';
import { listProcesses } from './processes.ts';

/** Resources of a process after a number of jobs. */
export interface Holdings {
  /** Bytes, after a garbage collection. */
  heap: number;
  resident: number;
  /** Targets of the open file descriptors. */
  descriptors: string[];
  /** Listening sockets of this process. */
  listening: number;
  /** Listeners for the exit of this process. */
  exitListeners: number;
  /** Other processes that descend from this one, with their state. */
  processes: string[];
}

export interface ManyJobsReport {
  outcomes: string[];
  begin: Holdings;
  end: Holdings;
}

/**
 * Runs jobs of one page one after the other and prints the resources that remain. A separate process, because memory
 * and descriptors are measured; preferably the first process of a process namespace, so that orphans become its
 * children.
 */
const [siteUrl = '', workDir = '', count = '', warmUp = ''] = process.argv.slice(2);

const outcomes: string[] = [];
let begin: Holdings | undefined;
for (let job = 0; job < Number(count); job++) {
  if (job === Number(warmUp)) {
    // In a checkout, esbuild builds the script of the checks at the first job. Its process would stay.
    await stop();
    begin = await measureResources();
  }
  outcomes.push(await run(job));
}
const report = { outcomes, begin, end: await measureResources() };
process.stdout.write(JSON.stringify(report));

async function run(job: number): Promise<string> {
  const kind = chooseKind(job);
  let outcome = 'none';
  try {
    await scanChunkPages(
      {
        scanId: 'scan_many',
        pages: [
          { pageId: `page_${job}`, url: `${siteUrl}/${kind}?${job}`, attempt: 1, identity: `/${kind}` },
        ],
        ruleIds: ['image-alt'],
        settings: pageSettingsDefault,
        hashRoutes: false,
        marks: [],
      },
      {
        pageStarted: async () => {
          if (kind === 'throws') throw new Error('the queue is gone');
        },
        pageFinished: async (result) => {
          outcome = result.outcome;
        },
        picture: async () => undefined,
        pageDeferred: async () => undefined,
      },
      {
        egress: { loopbackPorts: 'all', blockedPorts: [], ports: [80, 443] },
        workDir,
        deadline: () => 600_000,
        pageTimeoutMs: kind === 'busy' ? 2_000 : 30_000,
      },
    );
  } catch (error) {
    outcome = String(error);
  }
  return `${kind}: ${outcome}`;
}

/** Of ten jobs six have no faults, and each of the others fails in a different way. */
function chooseKind(job: number): string {
  return { 1: 'crash-once', 4: 'busy', 6: 'crash', 9: 'throws' }[job % 10] ?? 'good';
}

async function measureResources(): Promise<Holdings> {
  for (let round = 0; round < 3; round++) {
    // Handles are closed and weak references are cleared between the rounds of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 50));
    globalThis.gc?.();
  }
  const { heapUsed, rss } = process.memoryUsage();
  const descriptors = readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)];
    } catch {
      // Without the descriptor that reads the directory.
      return [];
    }
  });
  return {
    heap: heapUsed,
    resident: rss,
    descriptors,
    listening: listeningSockets().filter((inode) => descriptors.includes(`socket:[${inode}]`)).length,
    exitListeners: process.listenerCount('exit'),
    processes: listProcesses()
      .filter(({ pid, parent }) => (process.pid === 1 ? pid !== 1 : parent === process.pid))
      .map(({ name, state, words }) => `${state} ${name} ${words.join(' ')}`),
  };
}

/** Returns inodes of listening sockets: state 0A of /proc/net/tcp, see proc_net_tcp.rst of the kernel. */
function listeningSockets(): string[] {
  return ['tcp', 'tcp6']
    .flatMap((family) => readFileSync(`/proc/self/net/${family}`, 'utf8').split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === '0A')
    .map((fields) => fields[9] ?? '');
}
