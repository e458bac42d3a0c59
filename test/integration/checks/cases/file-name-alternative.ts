import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-file-name-alternative',
  pages: [
    {
      kind: 'bad',
      shows: 'reports file names',
      html: `<img id="one" src="data:," alt="tree-12.JPG"><input id="two" type="image" src="data:," alt="send_button.png">`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'reports names that cameras gave',
      html: `<img id="one" src="data:," alt="IMG_2034"><span id="two" role="img" aria-label="DSC00123"></span>`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks about words that name only that it is an image, and names of files without extension',
      html: `<img id="one" src="data:," alt="Image"><img id="two" src="/hero_tree_2.webp" alt="hero_tree_2">`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts alternatives that say something',
      html: `<img src="/tree.jpg" alt="Tree in winter"><img src="/nyhavn.jpg" alt="Nyhavn">`,
    },
    {
      kind: 'good',
      shows: 'accepts empty alternatives and images without any',
      html: `<img src="/tree.jpg" alt=""><img src="/tree.jpg"><img src="/a.png" aria-hidden="true" alt="a.png">`,
    },
    {
      kind: 'borderline',
      shows: 'accepts the name of a file that can be downloaded',
      html: `<a href="/files/tree.jpg" download><img src="/tree.jpg" alt="tree.jpg"></a><a href="/files/rose.png"><img src="/rose.png" alt="rose.png"></a>`,
    },
    {
      kind: 'borderline',
      shows: 'asks about a file name that the page shows',
      html: `<img id="one" src="data:," alt="tree.png"><p>tree.png</p>`,
      reviews: ['#one'],
    },
    {
      kind: 'borderline',
      shows: 'accepts sentences that end with a file name, and numbers of things',
      html: `<img src="data:," alt="Page 12"><img src="data:," alt="Image 4 of 9: a rose"><img src="data:," alt="P5">`,
    },
    {
      kind: 'borderline',
      shows: 'accepts models of things and numbers of thumbnails, and asks about other numbered names',
      html: `<img src="/plane.jpg" alt="P-51"><a href="/12"><img src="data:," alt="Photo 12"></a><img id="one" src="data:," alt="Photo 12"><img id="two" src="data:," alt="Screenshot 20240101"><img id="three" src="data:," alt="P1010123">`,
      violations: ['#three'],
      reviews: ['#one', '#two'],
    },
  ],
};
