import { describe, expect, test } from 'vitest'
import { COMMUNITY_TEXTS } from './support/community-texts.ts'
import { COMPANION_TEXTS } from './support/companion-texts.ts'
import { CORE_TEXTS } from './support/core-texts.ts'
import { textsMissingFrom } from './support/shown-words.ts'

const SPECIFIED = { core: CORE_TEXTS, companion: COMPANION_TEXTS, community: COMMUNITY_TEXTS }

describe.for(Object.entries(SPECIFIED))('the texts of the %s', ([_part, sections]) => {
  describe.for(Object.entries(sections))('in its %s', ([_section, places]) => {
    test.for(Object.entries(places))('%s has its texts to the letter', ([file, texts]) => {
      expect(textsMissingFrom(file, texts)).toEqual([])
    })
  })
})
