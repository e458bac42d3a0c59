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
const { get, scan, listPictures, key, workflow } = pictures;

describe('the picture of a finding that does not change', () => {
  let siteId: string;
  let first: PicturedFault;

  beforeAll(async () => {
    ({ siteId, first } = await makeSiteWithFirstPicture());
  });

  it('is taken and shown by the first scan that takes pictures', () => expectTaken(first));

  it('is shown by later scans with its scan and time, even after the first scan is deleted', () =>
    expectShownByLaterScans(siteId, first));

  it('is taken again by a scan that masks it differently', async () => {
    const masked = await scan(siteId, { redactSelectors: ['img'] });
    expectTakenAgain(masked, first);
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
