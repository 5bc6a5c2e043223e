import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CORE_TEXTS } from './support/core-texts.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** A file as it is read by a visitor: without comments, in one line, with straight quotes. Comments to the right of a value stay. */
const wordsOf = (file: string): string =>
  straight(
    readFileSync(join(ROOT, file), 'utf8')
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/^\s*\/\/.*$/gm, ''),
  )

const straight = (text: string): string =>
  text.replaceAll(/[‘’]/g, "'").replaceAll(/\\'/g, "'").replaceAll(/\s+/g, ' ')

describe.for(Object.entries(CORE_TEXTS))('of the core’s %s', ([_section, places]) => {
  test.for(Object.entries(places))('%s has its texts to the letter', ([file, texts]) => {
    const words = wordsOf(file)

    expect(texts.filter((text) => !words.includes(straight(text)))).toEqual([])
  })
})
