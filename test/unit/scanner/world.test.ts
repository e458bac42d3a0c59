import { build } from 'esbuild';
import type { CDPSession } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';

const ENTRY = `
  import { callInWorld } from './scanner/page/world.ts';
  export const call = (session) => callInWorld(session, { frameId: '', contextId: 1 }, (number) => {
    const double = (value) => value * 2;
    function triple(value) { return value * 3; }
    return [double(number), triple(number)];
  }, 7);
`;

/** A page that runs the functions that it receives, without other definitions. */
const page = {
  async send(
    _method: string,
    {
      functionDeclaration,
      arguments: values,
    }: { functionDeclaration: string; arguments: { value: unknown }[] },
  ) {
    const run = new Function(`return (${functionDeclaration})`)() as (...args: unknown[]) => Promise<string>;
    return { result: { value: await run(...values.map(({ value }) => value)) } };
  },
} as unknown as CDPSession;

describe('functions sent to a page', () => {
  it.each([
    { minify: false, keepNames: false },
    { minify: true, keepNames: false },
    { minify: false, keepNames: true },
    { minify: true, keepNames: true },
  ])('run there after bundling with %j', async (options) => {
    const { outputFiles } = await build({
      ...options,
      stdin: { contents: ENTRY, resolveDir: process.cwd(), loader: 'ts' },
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
    });
    const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
    const bundle = await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`);
    expect(await bundle.call(page)).toEqual([14, 21]);
  });
});
