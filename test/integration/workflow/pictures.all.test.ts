import { beforeAll, describe, expect, it } from 'vitest';
import {
  embedPicture,
  expectTakenAgain,
  type PicturedFault,
  readPicture,
} from '../../support/pictured-fault.ts';
import { usePictures } from './pictured-sites.ts';

const pictures = usePictures();
const { makeSite, makeSiteWithFirstPicture, expectTaken, expectShownByLaterScans } = pictures;
const { get, scan, listPictures, deletePictures, key, workflow } = pictures;

describe('the picture of a finding that does not change', () => {
  let siteId: string;
  let first: PicturedFault;

  beforeAll(async () => {
    ({ siteId, first } = await makeSiteWithFirstPicture());
  });

  it('is taken and shown by the first scan that takes pictures', () => expectTaken(first));

  it('is not shown by a scan without pictures', async () => {
    const without = await scan(siteId, { screenshots: 'none' });
    expect(without.node).toMatchObject({ state: 'unchanged', picture: null });
    expect(without.html).not.toContain('data:image/webp');
  });

  it('is shown by later scans with its scan and time, even after the first scan is deleted', () =>
    expectShownByLaterScans(siteId, first));
});

describe('after an earlier scan was deleted', () => {
  async function deleteScan({ scan: { id } }: PicturedFault): Promise<void> {
    expect((await key().call('DELETE', `/scans/${id}`)).status).toBe(204);
    await workflow().deleteSiteObjects(new Date());
    expect(await listPictures(id)).toEqual([]);
  }

  /** Expects that a scan still shows its picture, in all formats with pictures. */
  async function expectShown(seen: PicturedFault): Promise<void> {
    const id = seen.node.picture?.id ?? expect.unreachable();
    expect(await readPicture(get, seen.scan.id, id)).toEqual(seen.bytes);
    const html = await key().call('GET', `/scans/${seen.scan.id}/report?format=html`);
    expect(html.text).toContain(embedPicture(seen));
    expect(await listPictures(seen.scan.id)).toHaveLength(1);
  }

  it('reports of later scans still have its pictures, and scans after that too', async () => {
    const siteId = await makeSite();
    const first = await scan(siteId);
    const [second, third] = [await scan(siteId), await scan(siteId)];
    expect(second.node.picture).toMatchObject({
      id: first.node.picture?.id,
      takenBy: { scanId: first.scan.id },
    });
    await deleteScan(first);
    for (const seen of [second, third]) await expectShown(seen);
    const fourth = await scan(siteId);
    expect(fourth.node.picture).toEqual(third.node.picture);
    // The second scan has a copy, from which the third scan copied.
    await deleteScan(second);
    for (const seen of [third, fourth]) await expectShown(seen);
  });

  it('a scan whose baseline only refers to the deleted picture takes a new one', async () => {
    const siteId = await makeSite();
    const first = await scan(siteId);
    await scan(siteId, { screenshots: 'none' });
    await deleteScan(first);
    const third = await scan(siteId);
    expect(third.node).toMatchObject({ state: 'unchanged', picture: first.node.picture });
    expect(third.node.picture).not.toHaveProperty('takenBy');
    await expectShown(third);
  });
});

describe('a picture of an earlier scan', () => {
  let siteId: string;
  let unmasked: PicturedFault;

  it('is not shown when it was masked differently: a new picture is taken', async () => {
    siteId = await makeSite();
    const first = await scan(siteId);
    const masked = await scan(siteId, { redactSelectors: ['img'] });
    expectTakenAgain(masked, first);
    const again = await scan(siteId, { redactSelectors: ['img'] });
    expect(again.node.picture).toMatchObject({
      id: masked.node.picture?.id,
      takenBy: { scanId: masked.scan.id },
    });
    unmasked = await scan(siteId);
    expect(unmasked.node.picture).toEqual(first.node.picture);
  });

  it('is not shown when it was deleted: the scan has no picture, and the next scan takes one', async () => {
    await deletePictures(unmasked);
    const second = await scan(siteId);
    expect(second.node).toMatchObject({ state: 'unchanged', picture: null });
    expect(second.html).not.toContain('data:image/webp');
    const third = await scan(siteId);
    expect(third.node).toMatchObject({ state: 'unchanged', picture: unmasked.node.picture });
    expect(third.node.picture).not.toHaveProperty('takenBy');
    expect(third.bytes).toEqual(unmasked.bytes);
  });
});
