import { beforeAll, describe, expect, it } from 'vitest';
import { embedPicture, type PicturedFault, readPicture } from '../../support/pictured-fault.ts';
import { usePictures } from './pictured-sites.ts';

const { makeSite, get, scan, listPictures, deletePictures, key, workflow } = usePictures();

describe('the picture of a finding that does not change', () => {
  let siteId: string;
  let first: PicturedFault;

  beforeAll(async () => {
    siteId = await makeSite();
    const before = await scan(siteId, { screenshots: 'none' });
    expect(before.node.picture).toBeNull();
    first = await scan(siteId);
  });

  it('is taken and shown by the first scan that takes pictures', () => {
    expect(first.node).toMatchObject({
      state: 'unchanged',
      picture: { id: expect.stringMatching(/^pic_/) },
    });
    expect(first.node.picture).not.toHaveProperty('takenBy');
    expect(first.html).toContain(embedPicture(first));
    expect(first.html).not.toContain('An earlier scan took this picture');
  });

  it('is shown by later scans with its scan and time, even after the first scan is deleted', async () => {
    const takenBy = { scanId: first.scan.id, at: first.scan.finishedAt };
    const second = await scan(siteId);
    await deletePictures(first);
    const third = await scan(siteId);
    for (const seen of [second, third]) {
      expect(seen.node).toMatchObject({ state: 'unchanged', picture: { ...first.node.picture, takenBy } });
      expect(seen.bytes).toEqual(first.bytes);
      expect(seen.html).toContain(embedPicture(first));
      expect(seen.html).toContain('An earlier scan took this picture on');
    }
    const sarif = await key().call('GET', `/scans/${third.scan.id}/report?format=sarif`);
    expect(sarif.text).toContain(`scans/${third.scan.id}/pictures/${first.node.picture?.id}`);
    expect(sarif.text).toContain(`taken by an earlier scan on ${takenBy.at?.slice(0, 10)}`);
  });

  it('is taken again by a scan that masks it differently', async () => {
    const masked = await scan(siteId, { redactSelectors: ['img'] });
    expect(masked.node.state).toBe('unchanged');
    expect(masked.node.picture).not.toBeNull();
    expect(masked.node.picture).not.toHaveProperty('takenBy');
    expect(masked.node.picture?.id).not.toBe(first.node.picture?.id);
    expect(masked.html).toContain(embedPicture(masked));
    expect(masked.html).not.toContain(embedPicture(first));
  });
});

describe('after an earlier scan was deleted', () => {
  it('reports of later scans still have its pictures', async () => {
    const siteId = await makeSite();
    const first = await scan(siteId);
    const second = await scan(siteId);
    expect(second.node.picture).toMatchObject({
      id: first.node.picture?.id,
      takenBy: { scanId: first.scan.id },
    });
    expect((await key().call('DELETE', `/scans/${first.scan.id}`)).status).toBe(204);
    await workflow().deleteSiteObjects(new Date());
    expect(await listPictures(first.scan.id)).toEqual([]);
    const id = second.node.picture?.id ?? expect.unreachable();
    expect(await readPicture(get, second.scan.id, id)).toEqual(second.bytes);
    const html = await key().call('GET', `/scans/${second.scan.id}/report?format=html`);
    expect(html.text).toContain(embedPicture(second));
    expect(await listPictures(second.scan.id)).toHaveLength(1);
  });
});
