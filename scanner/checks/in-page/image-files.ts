/** A file name of an image: no longer than file systems allow. */
const IMAGE_FILE = /^[^/\\\n]{1,250}\.(?:png|jpe?g|gif|svg|webp|avif|bmp|tiff?|ico)$/i;

/** Returns whether a text is the name of a file with an image. */
export function isImageFileName(text: string): boolean {
  return text.length < 260 && IMAGE_FILE.test(text.trim());
}

/** Returns the name of the file at an address; empty if the address has its content itself. */
export function getFileName(address: string): string {
  const { pathname, protocol } = URL.parse(address, 'http://host/') ?? { pathname: '', protocol: '' };
  if (protocol === 'data:' || protocol === 'blob:') return '';
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Returns the name of the file at an address without its extension. */
export function getFileStem(address: string): string {
  const name = getFileName(address);
  return name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : name;
}

/** The word, or the end of one such as "Firmenlogo", but not of "catalogo" or "psicologo", or the begin of another. */
const LOGO = /(?<![aáoóò])logo(?:s|typ|type|tipo)?(?!\p{L})|wordmark/iu;

/** Returns whether a text, such as a name of a file or a class, says that an image is a logo. */
export function namesLogo(text: string): boolean {
  return LOGO.test(text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1-'));
}
