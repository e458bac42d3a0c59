/** Packages with built documentation, demos or templates in many releases. */
export const packages: readonly string[] = [
  ...[
    '@gouvfr/dsfr',
    'admin-lte',
    'animate.css',
    'blueimp-file-upload',
    'blueimp-gallery',
    'ckeditor',
    'codemirror',
  ],
  ...[
    'dragula',
    'flickity',
    'gentelella',
    'hover.css',
    'isotope-layout',
    'jquery.fancytree',
    'jsoneditor',
    'jstree',
  ],
  ...['masonry-layout', 'medium-editor', 'nouislider', 'npm', 'perfect-scrollbar', 'photoswipe', 'pikaday'],
  ...['plyr', 'reveal.js', 'skipto', 'sortablejs', 'startbootstrap-agency', 'startbootstrap-business-casual'],
  ...[
    'startbootstrap-clean-blog',
    'startbootstrap-creative',
    'startbootstrap-freelancer',
    'startbootstrap-grayscale',
  ],
  ...[
    'startbootstrap-landing-page',
    'startbootstrap-new-age',
    'startbootstrap-resume',
    'startbootstrap-sb-admin',
  ],
  ...[
    'startbootstrap-sb-admin-2',
    'startbootstrap-stylish-portfolio',
    'summernote',
    'swagger-ui-dist',
    'tablesorter',
  ],
  ...['tocbot', 'video.js', 'vis-network', 'vis-timeline'],
];
