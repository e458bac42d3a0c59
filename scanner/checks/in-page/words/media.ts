/** Words of links that lead to an alternative of media, in some languages: without services, and records of schools. */
export const MEDIA_ALTERNATIVE =
  /(?<!\b(?:academic|official|order|request) )transcripts?\b|\btranscription(?!s? (?:service|software|tool|compan|job|pric))|transcripc|transcriç|trascrizion|transkrip|transkrib|transkryp|abschrift|audio[- ]?(?:descri|deskri)|audiobeschreibung|described (?:video|version|film|movie|audio)|(?:video|version|film|movie|audio)[- ]described|text (?:version|alternative)|textversion|version (?:texte|textuelle)/i;

/** Those of them that lead to a voice that describes what a video shows. */
export const AUDIO_DESCRIPTION =
  /audio[- ]?(?:descri|deskri)|audiobeschreibung|described (?:video|version|film|movie|audio)|(?:video|version|film|movie|audio)[- ]described/i;

/** Words of controls that show captions. */
export const CAPTIONS =
  /captions|captioned|caption on|closed[- ]caption|subt[ií]t|untertitel|ondertitel|sous-titr|sottotitol|legendas|napisy|字幕|자막|sign language|gebärden|^cc(?: on| off)?$/i;

/** Texts that say that media repeat what the page says. */
export const SAME_CONTENT =
  /same (?:information|content|text|story|speech)|media alternative|(?:hear|listen|watch|view)[^.!?]{0,60}\b(?:above (?:text|part|information|content|article|story|speech)|(?:text|part|information|content|article|story|speech) above)|(?:video|audio|film|recorded) version of (?:the|this) (?:text|page|article|story|speech)|(?:text|page|article|story|speech|information)[^.!?]{0,30} (?:as an? (?:video|audio)|in (?:video|audio) format)|dieselben? (?:information|inhalt)|mêmes? (?:informations?|contenus?)|mism[oa] (?:información|contenido)/i;

/** Words for the recording that such a text speaks of. */
export const RECORDING =
  /video|vídeo|vidéo|audio|recording|\bfilm|movie|podcast|aufnahme|enregistrement|grabación|registrazion/i;
