/**
 * Ends of paths that no web page has: what a site also links to, and what would take the room of its pages. Ends that
 * pages have too (`.php`, `.aspx`, `.html`, none) are not among them.
 */
const fileEnds = new Set(
  `
  pdf doc docx odt rtf xls xlsx ods csv ppt pptx odp epub ics vcf
  png jpg jpeg gif webp avif svg ico bmp tif tiff heic
  mp3 ogg oga wav flac m4a mp4 m4v webm mov avi mkv
  zip gz tgz bz2 xz 7z rar tar dmg exe msi pkg deb rpm apk iso
  css js mjs map json xml rss atom txt md woff woff2 ttf otf eot wasm
`
    .split(/\s+/)
    .filter(Boolean),
);

/** Whether a URL's path ends like that of a file that is no page. */
export function isFile(url: string): boolean {
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  const end = name.includes('.') ? name.split('.').at(-1) : undefined;
  return end !== undefined && fileEnds.has(end.toLowerCase());
}
