import { expect, test } from 'vitest'
import { toDisplayName, toTypographic } from './display-names.ts'

test('a park that the home page lists has the name of that list', () => {
  expect(toDisplayName('75ea578a-adc8-4116-a54d-dccb60765ef9', 'Magic Kingdom Park')).toBe('Magic Kingdom')
  expect(toDisplayName('fe78a026-b91b-470c-b906-9d2266b692da', "Universal's Volcano Bay")).toBe('Volcano Bay')
})

test.for([
  ["Knott's Berry Farm", 'Knott’s Berry Farm'],
  ['"it\'s a small world"', '“it’s a small world”'],
  ["Casey Jr. Splash 'N' Soak Station", 'Casey Jr. Splash ’N’ Soak Station'],
  ["Soarin' Around the World", 'Soarin’ Around the World'],
  ['Disneyland® Park', 'Disneyland Park'],
  ['Star Wars™: Rise (and "Fall")', 'Star Wars: Rise (and “Fall”)'],
  ['Fest‘n Haus', 'Fest‘n Haus'],
])('the name %s is shown as %s', ([name, shown]) => {
  expect(toTypographic(String(name))).toBe(shown)
})
