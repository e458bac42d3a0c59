import { brotliCompressSync, crc32, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

/** What a server answers. */
export interface BombAnswer {
  type: string;
  encoding?: 'gzip' | 'br' | 'zstd';
  body: Buffer | string;
}

/** A page that needs much more memory in the browser than on the wire, with what it loads. */
export interface Bomb {
  name: string;
  /** Answers by path, without the query. The page is `/`. */
  files: Record<string, BombAnswer>;
}

const MEGABYTE = 1024 * 1024;
/** Bytes after decompression of a file that is a bomb. */
const DECODED = 300 * MEGABYTE;

/** Returns a page with one violation of `image-alt`, and what fills the memory after it. */
function page(body: string): BombAnswer {
  const head = '<!doctype html><html lang="en"><head><title>Prices</title></head>';
  return {
    type: 'text/html',
    body: `${head}<body><main><h1>Prices of ferries</h1><p>The ferry to Amrum costs 12 euros.</p><img src="/a.png">${body}</main></body></html>`,
  };
}

const scripted = (script: string): Bomb['files'] => ({ '/': page(`<script>${script}</script>`) });
const repeat = (text: string, bytes: number): Buffer => Buffer.alloc(bytes, text);
/** Loads a file five times under different addresses, and keeps what it gets. */
const fetchFive = (read: string) =>
  page(
    `<script>window.kept = []; for (let i = 0; i < 5; i += 1) fetch('/bomb?' + i).then((answer) => answer.${read}()).then((got) => kept.push(got))</script>`,
  );

/** Keeps a megabyte more in each step, without an end. */
const growing = (grow: string) => `window.kept = []; setInterval(() => { ${grow} }, 1)`;

/** Returns a PNG of zeros with one bit for each pixel: its rows are compressed to almost nothing. */
function buildHugePicture(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit, gray.
  header[8] = 1;
  const rows = zlibOfZeros((Math.ceil(width / 8) + 1) * height);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    buildChunk('IHDR', header),
    buildChunk('IDAT', rows),
    buildChunk('IEND', Buffer.alloc(0)),
  ]);
}

function zlibOfZeros(bytes: number): Buffer {
  return deflateSync(Buffer.alloc(bytes), { level: 9 });
}

function buildChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Returns an SVG picture whose references to references stand for billions of shapes. */
function buildNestedSvg(): string {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const uses = `<use href="#l${level}"/>`.repeat(10);
    return `<g id="l${level + 1}">${uses}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><defs><rect id="l0" width="1" height="1"/>${levels.join('')}</defs><use href="#l9"/></svg>`;
}

/** A large page that is no bomb, for comparison. */
export const largePage: Bomb = {
  name: 'for comparison: 22,000 elements',
  files: {
    '/': page(
      `${'<div style="color:#999">A ferry</div>'.repeat(11_000)}${'<img src="/a.png">'.repeat(11_000)}`,
    ),
  },
};

/** Returns the bombs, each of another kind. */
export function buildBombs(): Bomb[] {
  const spaces = repeat(' ', DECODED);
  const elements = Buffer.concat([Buffer.from(String(page('').body)), repeat('<p>A ferry</p>', DECODED)]);
  const picture = buildHugePicture(30_000, 30_000);
  return [
    {
      name: 'gzip, fetched',
      files: {
        '/': fetchFive('arrayBuffer'),
        '/bomb': { type: 'text/plain', encoding: 'gzip', body: gzipSync(spaces) },
      },
    },
    {
      name: 'brotli, fetched',
      files: {
        '/': fetchFive('text'),
        '/bomb': { type: 'text/plain', encoding: 'br', body: brotliCompressSync(spaces) },
      },
    },
    {
      name: 'zstd, fetched',
      files: {
        '/': fetchFive('blob'),
        '/bomb': { type: 'text/plain', encoding: 'zstd', body: zstdCompressSync(spaces) },
      },
    },
    {
      name: 'gzip, scripts',
      files: {
        '/': page(
          '<script async src="/bomb?1"></script><script async src="/bomb?2"></script><script async src="/bomb?3"></script>',
        ),
        '/bomb': { type: 'text/javascript', encoding: 'gzip', body: gzipSync(spaces) },
      },
    },
    {
      name: 'gzip, style sheets',
      files: {
        '/': page('<link rel="stylesheet" href="/bomb?1"><link rel="stylesheet" href="/bomb?2">'),
        '/bomb': { type: 'text/css', encoding: 'gzip', body: gzipSync(repeat('.a{color:red}', DECODED)) },
      },
    },
    {
      name: 'gzip, document',
      files: { '/': { type: 'text/html', encoding: 'gzip', body: gzipSync(elements) } },
    },
    {
      name: 'brotli, document',
      files: { '/': { type: 'text/html', encoding: 'br', body: brotliCompressSync(elements) } },
    },
    {
      name: 'gzip, font',
      files: {
        '/': page(
          "<style>@font-face{font-family:f;src:url(/bomb)}p{font-family:f}</style><script>window.kept = [1, 2, 3, 4].map((n) => fetch('/bomb?' + n).then((answer) => answer.arrayBuffer()).then((bytes) => new FontFace('g', bytes)))</script>",
        ),
        '/bomb': { type: 'font/ttf', encoding: 'gzip', body: gzipSync(Buffer.alloc(DECODED)) },
      },
    },
    {
      name: 'gzip, frame',
      files: {
        '/': page('<iframe title="f" src="/bomb?1"></iframe><iframe title="g" src="/bomb?2"></iframe>'),
        '/bomb': { type: 'text/html', encoding: 'gzip', body: gzipSync(elements) },
      },
    },
    {
      name: 'pictures',
      files: {
        '/': page(
          Array.from({ length: 8 }, (_, n) => `<img alt="" src="/bomb?${n}" width="500" height="500">`).join(
            '',
          ),
        ),
        '/bomb': { type: 'image/png', body: picture },
      },
    },
    { name: 'nested SVG', files: { '/': page(buildNestedSvg()) } },
    {
      name: 'canvas',
      files: scripted(
        growing(
          "const canvas = document.createElement('canvas'); canvas.width = canvas.height = 4000; canvas.getContext('2d').fillRect(0, 0, 4000, 4000); kept.push(canvas)",
        ),
      ),
    },
    { name: 'arrays', files: scripted(growing('kept.push(new Uint8Array(5e6).fill(kept.length))')) },
    {
      name: 'objects',
      files: scripted(growing('for (let i = 0; i < 5e4; i += 1) kept.push({ number: i, text: [i] })')),
    },
    {
      name: 'strings',
      files: scripted(growing("kept.push(String(kept.length).padEnd(5e6, 'ä').toUpperCase())")),
    },
    {
      name: 'elements, one by one',
      files: scripted(
        growing(
          "for (let i = 0; i < 2e4; i += 1) document.body.append(document.createElement('p'), 'A ferry')",
        ),
      ),
    },
    {
      name: 'elements, in an endless loop',
      files: scripted("for (;;) document.body.append(document.createElement('p'), 'A ferry')"),
    },
    {
      name: 'shadow roots',
      files: scripted(
        growing(
          "for (let i = 0; i < 5e3; i += 1) { const host = document.createElement('div'); host.attachShadow({ mode: 'open' }).innerHTML = '<style>p{color:red}</style><p>A ferry</p>'; document.body.append(host) }",
        ),
      ),
    },
    {
      name: 'nested frames',
      files: {
        '/': page('<iframe title="f" src="/frame?1"></iframe>'),
        '/frame': {
          type: 'text/html',
          body: `<!doctype html><title>f</title><p>A ferry<script>window.kept = new Uint8Array(2e7).fill(1)</script>${'<iframe title="f"></iframe>'.repeat(4)}<script>for (const frame of document.querySelectorAll('iframe')) frame.src = '/frame?' + Math.random()</script>`,
        },
      },
    },
    {
      name: 'workers',
      files: {
        '/': page("<script>for (let i = 0; i < 16; i += 1) new Worker('/worker')</script>"),
        '/worker': {
          type: 'text/javascript',
          body: 'const kept = []; setInterval(() => kept.push(new Uint8Array(5e6).fill(kept.length)), 1)',
        },
      },
    },
    {
      name: 'WebAssembly memory',
      files: scripted(
        'window.kept = []; setInterval(() => { const memory = new WebAssembly.Memory({ initial: 1000 }); new Uint8Array(memory.buffer).fill(1); kept.push(memory) }, 1)',
      ),
    },
    {
      name: 'text of a form field',
      files: scripted(
        "const field = document.createElement('textarea'); document.body.append(field); let text = 'a ferry'; setInterval(() => { text += text; field.value = text }, 50)",
      ),
    },
  ];
}
