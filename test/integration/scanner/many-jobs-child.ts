import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { pageSettingsDefault } from '../../../core/scans/page-settings.ts';
import { scanChunkPages } from '../../../scanner/scan-chunk-pages.ts';
import { processes } from './processes.ts';

/** What a process holds after so many jobs. */
export interface Holdings {
  /** Bytes, after a collection of garbage. */
  heap: number;
  resident: number;
  /** Open file descriptors: what each leads to. */
  descriptors: string[];
  /** Sockets of this process that wait for connections. */
  listening: number;
  /** Listeners for the end of this process. */
  exitListeners: number;
  /** Other processes that came from this one, with their state. */
  processes: string[];
}

export interface ManyJobsReport {
  outcomes: string[];
  begin: Holdings;
  end: Holdings;
}

/**
 * Runs jobs of one page one after the other and prints what they left behind. A process of its own, for memory and
 * descriptors; best the first process of a process namespace, so that whoever was orphaned stays with it.
 */
const [siteUrl = '', workDir = '', count = '', warmUp = ''] = process.argv.slice(2);

const outcomes: string[] = [];
let begin: Holdings | undefined;
for (let job = 0; job < Number(count); job++) {
  if (job === Number(warmUp)) begin = await holdings();
  outcomes.push(await run(job));
}
const report = { outcomes, begin, end: await holdings() };
process.stdout.write(JSON.stringify(report));

async function run(job: number): Promise<string> {
  const kind = kindOf(job);
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

/** Of ten jobs, six are sound, and of the others each is bad in its own way. */
function kindOf(job: number): string {
  return { 1: 'crash-once', 4: 'busy', 6: 'crash', 9: 'throws' }[job % 10] ?? 'good';
}

async function holdings(): Promise<Holdings> {
  for (let round = 0; round < 3; round++) {
    // Handles close and weak references are let go between the rounds of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 50));
    globalThis.gc?.();
  }
  const { heapUsed, rss } = process.memoryUsage();
  const descriptors = readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)];
    } catch {
      // The one that the directory was read by.
      return [];
    }
  });
  return {
    heap: heapUsed,
    resident: rss,
    descriptors,
    listening: listeningSockets().filter((inode) => descriptors.includes(`socket:[${inode}]`)).length,
    exitListeners: process.listenerCount('exit'),
    processes: processes()
      .filter(({ pid, parent }) => (process.pid === 1 ? pid !== 1 : parent === process.pid))
      .map(({ name, state, words }) => `${state} ${name} ${words.join(' ')}`),
  };
}

/** Inodes of listening sockets: state 0A of /proc/net/tcp, see proc_net_tcp.rst of the kernel. */
function listeningSockets(): string[] {
  return ['tcp', 'tcp6']
    .flatMap((family) => readFileSync(`/proc/self/net/${family}`, 'utf8').split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === '0A')
    .map((fields) => fields[9] ?? '');
}
