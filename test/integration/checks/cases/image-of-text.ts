import type { CheckCases } from './check-cases.ts';

const size = (width: number, height: number) =>
  `style="width: ${width}px; height: ${height}px" src="/image.svg"`;
const files: CheckCases['pages'][number]['files'] = {
  '/image.svg': (_request, response) => {
    response
      .writeHead(200, { 'Content-Type': 'image/svg+xml' })
      .end('<svg xmlns="http://www.w3.org/2000/svg"/>');
  },
};

export const cases: CheckCases = {
  check: 'a11y-image-of-text',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about an image in the shape of its text',
      html: `<img id="one" alt="Twenty percent off until Sunday" ${size(500, 40)}>`,
      files,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks about a button that is a wide image',
      html: `<form><input id="one" type="image" alt="Send" ${size(120, 30)}></form>`,
      reviews: ['#one'],
    },
    { kind: 'good', shows: 'accepts text', html: '<p>Twenty percent off until Sunday</p>' },
    {
      kind: 'good',
      shows: 'accepts pictures',
      html: `<img alt="Two people read a letter in a garden" ${size(400, 300)}><img alt="Two people read" ${size(500, 100)}>`,
    },
    {
      kind: 'good',
      shows: 'accepts decoration and symbols',
      html: `<img alt="" ${size(500, 40)}><form><input type="image" alt="Search" ${size(24, 24)}></form>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts logos',
      html: `<img class="logo" alt="Garden shop of the four seasons" ${size(500, 40)}><a class="brand" href="/"><img alt="Garden shop of the four seasons" ${size(500, 40)}></a>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts an alternative that is much longer or shorter than the image',
      html: `<img alt="A row of four flags" ${size(1000, 30)}><img alt="A map of the way from the station through the old town to the museum and back to the station" ${size(300, 60)}>`,
    },
    {
      kind: 'bad',
      shows: 'asks about images of text in which "brand" and "logo" are other words, or parts of them',
      html: `<img id="one" alt="Brand new garden tools until Sunday" ${size(500, 40)}><p class="brandschutz"><img id="two" alt="Logopädie für Kinder in Ihrer Stadt" ${size(500, 40)}></p><img id="three" class="catalogo" alt="Twenty percent off until Sunday" ${size(500, 40)}>`,
      reviews: ['#one', '#three', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks about a line of Chinese and of Japanese text',
      html: `<img id="one" alt="全场商品八折优惠至周日" ${size(440, 40)}><img id="two" alt="日曜日まで全品二十パーセント引き" ${size(640, 44)}><img alt="一个人在花园里读信的照片" ${size(300, 110)}>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'borderline',
      shows: 'accepts an alternative that the browser shows because the image did not load',
      html: `<img alt="The whole shop has lower prices until Sunday" src="data:image/png,nothing" width="500" height="40">`,
    },
    {
      kind: 'borderline',
      shows: 'accepts logos that the end of a word names',
      html: `<img alt="Firmenlogo der vier Jahreszeiten GmbH" ${size(500, 40)}><a class="navbarBrand" href="/"><img class="siteLogo" alt="Garden shop of the four seasons" ${size(500, 40)}></a>`,
    },
  ],
};
