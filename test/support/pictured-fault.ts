import { expect } from 'vitest';
import type { Report, ReportNode } from '../../core/reports/report.ts';
import type { ScanView } from '../../core/scans/scan.ts';

/** What a scan reports about the one faulty element of its site. */
export interface PicturedFault {
  scan: ScanView;
  node: ReportNode;
  html: string;
  /** The bytes of the picture from the API; null without a picture. */
  bytes: Buffer | null;
}

// biome-ignore lint/suspicious/noExplicitAny: each test asserts the body's structure
type Get = (path: string) => Promise<{ status: number; text: string; json: any }>;

/** Reads what a scan reports about the one faulty element. @param get calls the API */
export async function readPicturedFault(get: Get, scan: ScanView): Promise<PicturedFault> {
  const ofScan = `/scans/${scan.id}`;
  const report: Report = (await get(`${ofScan}/report`)).json;
  const [node] = report.violations.find(({ ruleId }) => ruleId === 'image-alt')?.nodes ?? [];
  if (node === undefined) throw new Error('the fault was not found');
  const { json } = await get(`${ofScan}/findings?rule=image-alt`);
  expect(json.items[0].picture).toEqual(node.picture);
  return {
    scan,
    node,
    html: (await get(`${ofScan}/report?format=html`)).text,
    bytes: node.picture && (await readPicture(get, scan.id, node.picture.id)),
  };
}

/** Reads a picture by the link that the API gives. */
export async function readPicture(get: Get, scanId: string, id: string): Promise<Buffer> {
  const { status, json } = await get(`/scans/${scanId}/pictures/${id}`);
  expect(status).toBe(200);
  const answer = await fetch(json.url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  return Buffer.from(await answer.arrayBuffer());
}

/** Returns the address with which the HTML report embeds the picture. */
export const embedPicture = ({ bytes }: PicturedFault) =>
  `data:image/webp;base64,${bytes?.toString('base64')}`;

/** Expects that a scan shows a picture of its own instead of the picture of an earlier scan. */
export function expectTakenAgain(seen: PicturedFault, earlier: PicturedFault): void {
  expect(seen.node.state).toBe('unchanged');
  expect(seen.node.picture).not.toBeNull();
  expect(seen.node.picture).not.toHaveProperty('takenBy');
  expect(seen.node.picture?.id).not.toBe(earlier.node.picture?.id);
  expect(seen.html).toContain(embedPicture(seen));
  expect(seen.html).not.toContain(embedPicture(earlier));
}
