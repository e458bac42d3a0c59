import type { Picture } from '../../core/findings/picture.ts';
import type { ReportNode } from '../../core/reports/report.ts';
import type { ReportSource } from '../../core/reports/report-source.ts';
import { byteBudgets } from './byte-budget.ts';
import { html, type Markup } from './template.ts';

/** Maximum number of elements of one group that have a picture. */
const PICTURES_PER_GROUP = 3;
/** Maximum size of one picture, so that one picture cannot fill the budget. */
const PICTURE_BYTES_MAX = 300_000;

/** CSS pixels between the element and its outline, so that the outline does not cover its edges. */
const OUTSET = 3;

/** The pictures in the file as base64, by the element at which each is shown. */
export type Pictures = ReadonlyMap<ReportNode, string>;

/**
 * Loads pictures until the budget is full: the first of each group in the order of the groups, then the second of
 * each, and so on. A picture of several elements is shown at the first of them. Skips pictures that do not exist any
 * more or are not WebP images.
 */
export async function loadPictures(
  source: ReportSource,
  groups: readonly (readonly ReportNode[])[],
): Promise<Pictures> {
  const loaded = new Map<ReportNode, string>();
  const requested = new Set<string>();
  let remaining: number = byteBudgets.pictures;
  for (let turn = 0; turn < PICTURES_PER_GROUP; turn++) {
    for (const nodes of groups) {
      const node = nodes.filter(({ picture }) => picture !== null)[turn];
      const id = node?.picture?.id;
      if (node === undefined || id === undefined || requested.has(id)) continue;
      requested.add(id);
      const bytes = await source.picture(id);
      if (bytes === undefined || bytes.length > PICTURE_BYTES_MAX || !isWebp(bytes)) continue;
      const text = Buffer.from(bytes).toString('base64');
      if (text.length > remaining) return loaded;
      remaining -= text.length;
      loaded.set(node, text);
    }
  }
  return loaded;
}

/** Source: https://developers.google.com/speed/webp/docs/riff_container */
function isWebp(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString('latin1');
  return text.startsWith('RIFF') && text.slice(8) === 'WEBP';
}

/**
 * Returns a picture of an element and the area around it, with an outline around the element.
 * @param data base64 of the WebP image
 * @param alt what the picture shows
 */
export function renderPicture({ width, height, element }: Picture, data: string, alt: string): Markup {
  const box = html`x="${element.x - OUTSET}" y="${element.y - OUTSET}" width="${element.width + 2 * OUTSET}" height="${element.height + 2 * OUTSET}"`;
  return html`<div class="shot"><img src="data:image/webp;base64,${data}" width="${width}" height="${height}" alt="${alt}"><svg viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false"><rect class="halo" ${box}></rect><rect class="outline" ${box}></rect></svg></div>`;
}
