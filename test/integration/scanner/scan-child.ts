import { scanChunk } from '../../../scanner/scan-chunk.ts';

/** Scans one URL in a work directory; a process of its own, so that a test can kill it. */
const [url = '', workDir = ''] = process.argv.slice(2);
await scanChunk(
  { scanId: 'scan_child', pages: [{ pageId: 'page', url, attempt: 1 }], ruleIds: ['image-alt'] },
  { pageStarted: async () => undefined, pageFinished: async () => undefined },
  {
    egress: { loopbackPorts: 'all', blockedPorts: [], ports: [80, 443] },
    workDir,
    deadline: () => 600_000,
  },
);
