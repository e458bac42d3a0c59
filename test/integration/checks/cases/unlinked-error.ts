import type { CheckCases } from './check-cases.ts';

export const cases: CheckCases = {
  check: 'a11y-unlinked-error',
  pages: [
    {
      kind: 'bad',
      shows: 'asks about a message beside a field that does not name it',
      html: `<form><label>Age <input></label><p class="field-error" id="message">Enter a number of years.</p></form>`,
      reviews: ['#message'],
    },
    {
      kind: 'bad',
      shows: 'asks about a message in front of the fields, and about a class of a library',
      html: `<form><div id="error">Please fill in all fields.</div><label>Name <input></label>
        <label>City <input class="is-invalid"></label><div class="invalid-feedback" id="city">Please choose one.</div></form>`,
      reviews: ['#error', '#city'],
    },
    {
      kind: 'bad',
      shows: 'asks once about an alert that names no field',
      html: `<form><div role="alert" id="one">Something you entered is wrong.</div><label>Name <input></label><label>City <input></label></form>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows: 'asks once about fields that are said to be invalid without a text',
      html: `<form><label>Name <input id="one" aria-invalid="true"></label><label>City <input aria-invalid="true"></label><label>Age <input aria-invalid="false"></label></form>`,
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts messages that a field names',
      html: `<form><label>Age <input aria-describedby="age" aria-invalid="true"></label><p class="error" id="age">Enter your age.</p>
        <label>City <input aria-errormessage="city" aria-invalid="true"></label><p class="error"><span id="city">Enter a city.</span></p></form>`,
    },
    {
      kind: 'good',
      shows: 'accepts fields without messages',
      html: '<form><label>Age <input></label><p>In years</p></form>',
    },
    {
      kind: 'borderline',
      shows: 'accepts empty and hidden messages',
      html: `<form><label>Age <input></label><p class="error"></p><p class="error" hidden>Enter your age.</p></form>`,
    },
    {
      kind: 'borderline',
      shows:
        'accepts texts with such a class that are in no HTML form, and classes that only contain the word',
      html: `<p class="error">The server did not answer.</p><form><label>Age <input></label><p class="error-free-text">No errors so far</p></form>`,
    },
    {
      kind: 'good',
      shows: 'accepts a message that names the field by a word of its label',
      html: `<form><label>Your age <input></label><p class="field-error">The age must be a number.</p></form>`,
    },
    {
      kind: 'borderline',
      shows:
        'asks about words that name no field, that are in the label of another HTML form, or on a button',
      html: `<form><label>Enter your name <input></label><p class="error" id="one">Please enter your city.</p>
        <p class="error" id="two">You could not send this.</p><input type="submit" value="Send"></form>
        <form><label>City <input></label></form>`,
      reviews: ['#one', '#two'],
    },
    {
      kind: 'borderline',
      shows: 'asks about a message whose words name several fields',
      html: `<form><label>First name <input></label><label>Last name <input></label><p class="error" id="one">A name is missing.</p></form>`,
      reviews: ['#one'],
    },
    {
      kind: 'bad',
      shows:
        'asks about messages that say nothing or that assistive technology does not get, also without an HTML form',
      html: `<div><label>Age <input aria-describedby="one"></label><span class="error" id="one">Invalid!</span></div>
        <form><label>City <input></label><p class="error" id="two" aria-hidden="true">The city is not known.</p></form>
        <div><span id="label">Amount</span><div role="textbox" contenteditable tabindex="0" aria-labelledby="label"></div><p><input type="checkbox" aria-label="Terms"></p><p class="validation-message" id="three">Try another value here.</p></div>`,
      reviews: ['#one', '#three', '#two'],
    },
    {
      kind: 'bad',
      shows: 'asks once about a control with a hidden message, and about a sentence that names no field',
      html: `<form><label>Age <input id="age" value="0" aria-invalid="true" aria-describedby="message"></label><p hidden id="message">Must be at least 1.</p></form>
        <form><p id="one">Two of your answers are invalid.</p><label>City <input></label></form>`,
      reviews: ['#one'],
    },
    {
      kind: 'good',
      shows: 'accepts the name of a group, instructions, and hidden messages of fields that are not wrong',
      html: `<form><p class="error">Choose a colour.</p><fieldset><legend>Colour</legend><label><input type="radio" name="a">Blue</label></fieldset>
        <label>Password <input type="password" aria-describedby="rule"></label><p id="rule">It must have 8 letters.</p>
        <p>All fields are required and must be filled.</p><label>Town <input aria-errormessage="gone"></label><p class="error" id="gone" hidden>Not a town.</p></form>`,
    },
  ],
};
