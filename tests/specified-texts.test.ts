import { describe, expect, test } from 'vitest'
import { COMPANION_TEXTS } from './support/companion-texts.ts'
import { CORE_TEXTS } from './support/core-texts.ts'
import { textsMissingFrom } from './support/shown-words.ts'

describe.for(Object.entries(CORE_TEXTS))('of the core’s %s', ([_section, places]) => {
  test.for(Object.entries(places))('%s has its texts to the letter', ([file, texts]) => {
    expect(textsMissingFrom(file, texts)).toEqual([])
  })
})

describe.for(Object.entries(COMPANION_TEXTS))('of the companion’s %s', ([_section, places]) => {
  test.for(Object.entries(places))('%s has its texts to the letter', ([file, texts]) => {
    expect(textsMissingFrom(file, texts)).toEqual([])
  })
})
