import { expect, it } from 'vitest';
import { type Attack, openRange } from './range.ts';

const attacks: Attack[] = [
  {
    name: 'a page that fetches',
    code: ({ inner }) => `fetch('http://${inner}/', { mode: 'no-cors' }).catch(() => {})`,
    shownBy: 'ran',
  },
  {
    name: 'a worker with a socket',
    body: ({ id }) => `<script>new Worker('/code/${id}.js')</script>`,
    code: ({ inner }) => `new WebSocket('ws://${inner}/')`,
    shownBy: 'ran',
  },
  {
    name: 'a redirect',
    answer:
      ({ inner }) =>
      (_request, response) => {
        response.writeHead(302, { Location: `http://${inner}/` }).end();
      },
    shownBy: 'ran',
  },
];

it('attacks do reach the forbidden place where nothing guards it', async () => {
  const range = await openRange(attacks, { unguarded: true });
  await range.close();
  for (const index of attacks.keys()) {
    expect(range.heard.filter((line) => line.includes(`a${index}.inner.test`))).not.toEqual([]);
  }
});
