import { expect, test } from 'vitest'
import { gsm7Length, shorten, toGsm7 } from './text-segment.ts'

test.for([
  ['Peter Pan’s Flight', "Peter Pan's Flight"],
  ['TRON™ Lightcycle / Run', 'TRON Lightcycle / Run'],
  ['Café “Mickey” – open…', 'Café "Mickey" - open...'],
  ['Rémy’s Ratatouille Aventure', "Rémy's Ratatouille Aventure"],
  ['Nº 1 ő 🎢 ride', 'No 1 o ride'],
  ['Formuła Rossa', 'Formula Rossa'],
  ['Łódź', 'Lodz'],
  ['Đurđevac', 'Durdevac'],
  ['Cœur de Paris', 'Coeur de Paris'],
  ['Þór & Ísbjörninn', 'Thor & Isbjörninn'],
  ['Isıkyolu İstanbul', 'Isikyolu Istanbul'],
  ['Rundrejse på Mælkevejen ß', 'Rundrejse på Mælkevejen ß'],
] as const)('%s is written %s in the alphabet of texts', ([name, written]) => {
  expect(toGsm7(name)).toBe(written)
})

test('a character of the extension takes two places', () => {
  expect(gsm7Length('a€[b]')).toBe(8)
})

test('a name is shortened by whole words, and its marks go with them', () => {
  expect(shorten('The Twilight Zone Tower of Terror', 30)).toBe('The Twilight Zone Tower of...')
  expect(shorten('Guardians of the Galaxy: Cosmic Rewind', 30)).toBe('Guardians of the Galaxy...')
  expect(shorten('Space Mountain', 14)).toBe('Space Mountain')
})

test('a single word that is too long is cut', () => {
  expect(shorten('Supercalifragilisticexpialidocious', 12)).toBe('Supercali...')
})
