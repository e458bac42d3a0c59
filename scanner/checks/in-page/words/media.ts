/** Words of links that lead to an alternative of media, in some languages. */
export const MEDIA_ALTERNATIVE =
  /transcri|trascri|transkri|abschrift|audio[- ]?descri|described|text (?:version|alternative)|textversion|version (?:texte|textuelle)/i;

/** Words of controls that show captions. */
export const CAPTIONS = /caption|subtit|untertitel|sous-titr|sottotitol|sign language|gebärden/i;

/** Texts that say that media repeat what the page says. */
export const SAME_CONTENT =
  /same (?:information|content|text)|media alternative|dieselben? (?:information|inhalt)|mêmes? (?:informations?|contenus?)|mism[oa] (?:información|contenido)/i;
