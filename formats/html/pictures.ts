import type { Picture } from '../../core/findings/picture.ts';
import type { ReportNode } from '../../core/reports/report.ts';
import type { ReportSource } from '../../core/reports/report-source.ts';
import { rooms } from './room.ts';
import { html, type Markup } from './template.ts';

/** Elements of one group that are shown with their picture. */
const PICTURES_PER_GROUP = 3;
/** Of one picture, so that a single one cannot take the room of all others. */
const PICTURE_BYTES_MAX = 300_000;

/** CSS pixels between the element and its outline, which would else hide its edges. */
const OUTSET = 3;

/** The pictures that are within the file, as base64 by the element that each is shown at. */
export type Pictures = ReadonlyMap<ReportNode, string>;

/**
 * Loads the pictures that the report has room for: first one of each group in the order of the groups, then the
 * second of each, and so on; a picture that several elements share at the first of them only. Pictures that are gone,
 * and such as are no WebP image, are passed over.
 */
export async function loadPictures(
  source: ReportSource,
  groups: readonly (readonly ReportNode[])[],
): Promise<Pictures> {
  const loaded = new Map<ReportNode, string>();
  const asked = new Set<string>();
  let left: number = rooms.pictures;
  for (let turn = 0; turn < PICTURES_PER_GROUP; turn++) {
    for (const nodes of groups) {
      const node = nodes.filter(({ picture }) => picture !== null)[turn];
      const id = node?.picture?.id;
      if (node === undefined || id === undefined || asked.has(id)) continue;
      asked.add(id);
      const bytes = await source.picture(id);
      if (bytes === undefined || bytes.length > PICTURE_BYTES_MAX || !isWebp(bytes)) continue;
      const text = Buffer.from(bytes).toString('base64');
      if (text.length > left) return loaded;
      left -= text.length;
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
 * A picture of an element with its surroundings, the element outlined.
 * @param data base64 of the WebP image
 * @param alt what the picture shows
 */
export function pictureOf({ width, height, element }: Picture, data: string, alt: string): Markup {
  const box = html`x="${element.x - OUTSET}" y="${element.y - OUTSET}" width="${element.width + 2 * OUTSET}" height="${element.height + 2 * OUTSET}"`;
  return html`<div class="shot"><img src="data:image/webp;base64,${data}" width="${width}" height="${height}" alt="${alt}"><svg viewBox="0 0 ${width} ${height}" aria-hidden="true" focusable="false"><rect class="halo" ${box}></rect><rect class="mark" ${box}></rect></svg></div>`;
}
