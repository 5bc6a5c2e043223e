import { expect, test } from 'vitest'
import { toBlocks } from './markdown.ts'

test('headings, paragraphs and lists are blocks, apart by an empty line', () => {
  expect(toBlocks('# Quiet hours\n\nEarly is\r\nbest.\n\n- EPCOT\n- Disneyland')).toEqual([
    { kind: 'heading', content: [{ kind: 'text', text: 'Quiet hours' }] },
    { kind: 'paragraph', content: [{ kind: 'text', text: 'Early is best.' }] },
    {
      kind: 'list',
      items: [[{ kind: 'text', text: 'EPCOT' }], [{ kind: 'text', text: 'Disneyland' }]],
    },
  ])
})

test('a heading needs no empty line below it', () => {
  expect(toBlocks('## Here\nText')).toMatchObject([{ kind: 'heading' }, { kind: 'paragraph' }])
})

test('words can be strong, emphasized, or a link', () => {
  expect(toBlocks('**Go** *now* to [the board](https://walkon.example/live).')).toEqual([
    {
      kind: 'paragraph',
      content: [
        { kind: 'strong', text: 'Go' },
        { kind: 'text', text: ' ' },
        { kind: 'emphasis', text: 'now' },
        { kind: 'text', text: ' to ' },
        { kind: 'link', text: 'the board', url: 'https://walkon.example/live' },
        { kind: 'text', text: '.' },
      ],
    },
  ])
})

test.for(['[a](javascript:alert(1))', '[a](http://example.com)', '[a](https://x"onload="y)', '<b>a</b>'])(
  'what leads elsewhere than to https, and HTML, is text: %s',
  (text) => {
    expect(toBlocks(text)).toEqual([{ kind: 'paragraph', content: [{ kind: 'text', text }] }])
  },
)
