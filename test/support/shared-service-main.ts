/**
 * The service that the end-to-end files share, as a separate process: `node shared-service-main.ts FOLDER`. It
 * synthesizes the stack as `npm start` does. It exits when its standard input ends, so that it never outlives its
 * parent.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { Runtime } from '../../local/runtime.ts';
import { onlyBucket, writeSharedService } from './shared-service.ts';

/** Some test files keep pages waiting on purpose; the other files need a free browser meanwhile. */
const CONCURRENCY = 4;

const [folder = ''] = process.argv.slice(2);
const ended = new Promise((resolve) => process.stdin.resume().once('end', resolve));
const runtime = await Runtime.start({ dataFolder: folder, loopbackPorts: 'all', concurrency: CONCURRENCY });

/** Invokes a function as an event source would: the path is a part of its logical id, the body is the event. */
const control = createServer(async (request, response) => {
  try {
    const result = await runtime.invoke((request.url ?? '').slice(1), await json(request));
    response.end(JSON.stringify({ result }));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve));

writeSharedService(folder, {
  baseUrl: runtime.baseUrl,
  port: runtime.port,
  endpoints: runtime.endpoints,
  credentials: runtime.credentials,
  outputs: runtime.outputs,
  bucket: onlyBucket(runtime),
  controlUrl: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
  assembly: join(folder, 'cdk.out'),
});
await ended;
control.close();
await runtime.stop();
process.exit();
