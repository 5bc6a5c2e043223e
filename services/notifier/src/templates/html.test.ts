import { expect, test } from 'vitest'
import { Html, html } from './html.ts'

test('a value cannot become markup, in text or inside a quoted attribute', () => {
  expect(html`<a title="${'" onclick="x'}">${`<b>'Q&A'</b>`}</a>`.source).toBe(
    '<a title="&quot; onclick=&quot;x">&lt;b&gt;&#39;Q&amp;A&#39;&lt;/b&gt;</a>',
  )
})

test('markup of ours stays markup, alone and in a list', () => {
  const item = (text: string) => html`<li>${text}</li>`

  expect(html`<ul>${[item('1'), item('<2>')]}</ul>${new Html('<hr>')}`.source).toBe(
    '<ul><li>1</li><li>&lt;2&gt;</li></ul><hr>',
  )
})

test.for([null, undefined, false] as const)('%s leaves no word behind', (nothing) => {
  expect(html`a${nothing}b`.source).toBe('ab')
})

test.for([
  ['a typographic apostrophe', 'Peter Pan’s Flight', 'Peter Pan&#8217;s Flight'],
  ['a letter with an accent', 'Rémy', 'R&#233;my'],
  ['a character outside the basic plane', '🎢', '&#127906;'],
] as const)('%s is written as a reference, so that HTML is ASCII', ([, text, written]) => {
  expect(html`<p>${text}</p>`.source).toBe(`<p>${written}</p>`)
})
