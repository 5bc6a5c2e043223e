import { expect, test } from 'vitest'
import { changesOf, describeEdit } from './edit-request.ts'

const stays = {
  oldName: 'Space Mountain',
  name: 'Space Mountain',
  oldDescription: 'In the dark',
  description: 'In the dark',
}

test('an edit that says what the item has changes nothing', () => {
  expect(changesOf(stays)).toEqual({})
})

test('an edit of the name leaves the description alone', () => {
  expect(changesOf({ ...stays, name: 'Hyperspace Mountain' })).toEqual({ name: 'Hyperspace Mountain' })
})

test('an edit may take the description away', () => {
  expect(changesOf({ ...stays, description: null })).toEqual({ description: null })
})

test('the text of an edit begins with the marker and the old name, and has the changes and the new description', () => {
  expect(describeEdit({ ...stays, name: 'Hyperspace Mountain', description: 'With Star Wars' })).toBe(
    'EDIT REQUEST for "Space Mountain"\n\nProposed changes:\n- Name: "Space Mountain" to "Hyperspace Mountain"\n' +
      '- Description updated\n\nNew description:\nWith Star Wars',
  )
})
