import type { CheckCases } from './check-cases.ts';

const IMAGE = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const image = (attributes: string) => `<img src="${IMAGE}" width="100" height="40" ${attributes}>`;

export const cases: CheckCases = {
  check: 'a11y-captcha',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about an image with characters to type',
      html: `${image('alt="captcha" id="image"')}<label>Characters <input></label>`,
      reviews: ['#image'],
    },
    {
      kind: 'bad',
      shows: 'asks about an image with a class of a library',
      html: image('alt="" class="g-captcha-image" id="image"'),
      reviews: ['#image'],
    },
    {
      kind: 'bad',
      shows: 'asks about the frame of a service',
      html: '<iframe id="frame" title="reCAPTCHA" src="/recaptcha/api2/anchor?ar=1&amp;size=normal"></iframe>',
      files: {
        '/recaptcha/api2/anchor':
          '<!doctype html><html lang="en"><title>Puzzle</title><p>I am not a robot</p>',
      },
      reviews: ['#frame'],
    },
    {
      kind: 'good',
      shows: 'accepts other images and frames',
      html: `${image('alt="Logo"')}<iframe title="Map" srcdoc="<p>Map</p>"></iframe>`,
    },
    { kind: 'good', shows: 'accepts text about it', html: '<p>We use no CAPTCHA.</p>' },
    {
      kind: 'borderline',
      shows: 'accepts a service that shows no puzzle',
      html: '<iframe title="reCAPTCHA" src="/recaptcha/api2/anchor?ar=1&amp;size=invisible"></iframe>',
    },
    {
      kind: 'borderline',
      shows: 'accepts a hidden image',
      html: `<div hidden>${image('alt="captcha"')}</div>`,
    },
  ],
};
