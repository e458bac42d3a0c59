import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-redundant-alternative',
  pages: [
    {
      kind: 'bad',
      shows: 'reports alternatives that begin with what the element is',
      html: `<img id="one" src="data:," alt="Image of a tree"><img id="two" src="data:," alt="Ein Bild von einem Baum">`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'bad',
      shows: 'reports alternatives that repeat the caption or the text beside',
      html: `<figure><img id="one" src="data:," alt="Tree in winter"><figcaption>Tree in winter.</figcaption></figure><div><img id="two" src="data:," alt="Garden tools"><h3>Garden tools</h3></div>`,
      violations: ['#one', '#two'],
    },
    {
      kind: 'good',
      shows: 'accepts alternatives that add something',
      html: `<figure><img src="data:," alt="Snow on the branches"><figcaption>Tree in winter</figcaption></figure><div><img src="data:," alt="Rake"><h3>Garden tools</h3></div>`,
    },
    {
      kind: 'good',
      shows: 'accepts empty alternatives',
      html: `<div><img src="data:," alt=""><h3>Garden tools</h3></div>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts what a photo or painting is, and text beside that is hidden',
      html: `<img src="data:," alt="Painting of a tree"><img src="data:," alt="Imagery of dreams"><div><img src="data:," alt="Garden tools"><p hidden>Garden tools</p></div>`,
    },
    {
      kind: 'borderline',
      shows: 'leaves texts in links to the rule of axe, and accepts text further away',
      html: `<p><a href="/a"><img src="data:," alt="Garden tools">Garden tools</a></p><div><img src="data:," alt="Tree in winter"><p>Snow</p><p>Tree in winter</p></div>`,
    },
    {
      kind: 'borderline',
      shows: 'accepts words that name a painting or statue',
      html: `<img src="data:," alt="Icon of Saint Nicholas"><img src="data:," alt="Imagen de la Virgen"><img src="data:," alt="Imagem do Senhor">`,
    },
  ],
};
