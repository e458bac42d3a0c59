import { expect, it } from 'vitest';
import { type Attack, runAttacks } from './run-attacks.ts';

const attacks: Attack[] = [
  {
    name: 'a page that fetches',
    code: ({ forbiddenHost }) => `fetch('http://${forbiddenHost}/', { mode: 'no-cors' }).catch(() => {})`,
    shownBy: 'ran',
  },
  {
    name: 'a worker with a socket',
    body: ({ id }) => `<script>new Worker('/code/${id}.js')</script>`,
    code: ({ forbiddenHost }) => `new WebSocket('ws://${forbiddenHost}/')`,
    shownBy: 'ran',
  },
  {
    name: 'a redirect',
    answer:
      ({ forbiddenHost }) =>
      (_request, response) => {
        response.writeHead(302, { Location: `http://${forbiddenHost}/` }).end();
      },
    shownBy: 'ran',
  },
];

it('attacks do reach the forbidden server when it is not protected', async () => {
  const range = await runAttacks(
    attacks.map((attack) => [attack]),
    { unguarded: true },
  );
  await range.close();
  for (const index of attacks.keys()) {
    expect(range.arrived.filter((line) => line.includes(`a${index}.inner.test`))).not.toEqual([]);
  }
});
