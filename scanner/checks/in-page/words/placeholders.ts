/**
 * Texts of templates and tools that nobody replaced, in lower case without punctuation. Tools write them in English in
 * pages of any language; the others are their translations.
 */
export const placeholderTitles: readonly string[] = [
  ...[
    'untitled',
    'untitled document',
    'untitled page',
    'no title',
    'title',
    'page title',
    'your title here',
    'new page',
  ],
  ...[
    'document',
    'page',
    'page 1',
    'webpage',
    'web page',
    'website',
    'index',
    'default',
    'blank',
    'blank page',
    'test',
  ],
  ...[
    'react app',
    'vite app',
    'vite react',
    'vite react ts',
    'my app',
    'create next app',
    'svelte app',
    'nuxt app',
  ],
  ...[
    'unbenannt',
    'unbenanntes dokument',
    'ohne titel',
    'neue seite',
    'seitentitel',
    'sans titre',
    'nouvelle page',
  ],
  ...[
    'document sans titre',
    'sin título',
    'documento sin título',
    'página nueva',
    'senza titolo',
    'nuova pagina',
  ],
  ...['documento senza titolo', 'naamloos', 'naamloos document', 'sem título', 'nova página', 'bez tytułu'],
];

/** The same for headings. */
export const placeholderHeadings: readonly string[] = [
  ...[
    'heading',
    'headline',
    'title',
    'heading here',
    'your heading here',
    'title here',
    'your title here',
    'subtitle',
  ],
  ...[
    'subheading',
    'heading 1',
    'heading 2',
    'heading 3',
    'section',
    'section title',
    'untitled',
    'lorem ipsum',
    'tbd',
  ],
  ...[
    'add your heading text here',
    'this is a heading',
    'placeholder',
    'text',
    'überschrift',
    'titel',
    'ohne titel',
  ],
  ...[
    'untertitel',
    'abschnitt',
    'titre',
    'sous titre',
    'sans titre',
    'título',
    'subtítulo',
    'sin título',
    'titolo',
  ],
  ...['sottotitolo', 'senza titolo', 'kop', 'sem título', 'nagłówek', 'tytuł'],
];

/** The same for alternatives of images, and words that name only what an image is. */
export const placeholderAlternatives: readonly string[] = [
  ...[
    'image',
    'img',
    'picture',
    'pic',
    'photo',
    'graphic',
    'spacer',
    'placeholder',
    'alt',
    'alt text',
    'image alt',
  ],
  ...[
    'image alt text',
    'alternative text',
    'untitled',
    'untitled image',
    'bild',
    'foto',
    'grafik',
    'platzhalter',
  ],
  ...['alternativtext', 'imagen', 'fotografía', 'immagine', 'afbeelding', 'imagem', 'obraz', 'zdjęcie'],
];

/**
 * Beginnings of alternatives that repeat what screen readers say of each image, in lower case. Without words that also
 * name things: an icon or an "imagen" can be a painting or statue.
 */
export const imagePrefixes: readonly string[] = [
  ...['image of', 'an image of', 'the image of', 'picture of', 'a picture of', 'graphic of', 'a graphic of'],
  ...['image showing', 'picture showing', 'bild von', 'ein bild von', 'bild der', 'bild des', 'grafik von'],
  ...['image de', 'image du', 'image d', 'immagine di', 'immagine del'],
  'afbeelding van',
];
