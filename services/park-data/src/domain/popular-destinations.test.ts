import { expect, test } from 'vitest'
import { byPopularity } from './popular-destinations.ts'

test('the four popular resorts come first, the others by name', () => {
  const destinations = [
    { id: '2', name: 'Zoo World' },
    { id: '89db5d43-c434-4097-b71f-f6869f495a22', name: 'Universal Orlando Resort' },
    { id: '1', name: 'alton towers' },
    { id: '9fc68f1c-3f5e-4f09-89f2-aab2cf1a0741', name: 'Universal Studios' },
    { id: 'bfc89fd6-314d-44b4-b89e-df1a89cf991e', name: 'Disneyland Resort' },
    { id: 'e957da41-3552-4cf6-b636-5babc5cbc4e5', name: 'A new name for Walt Disney World' },
  ]
  expect(destinations.toSorted(byPopularity).map(({ name }) => name)).toEqual([
    'A new name for Walt Disney World',
    'Disneyland Resort',
    'Universal Studios',
    'Universal Orlando Resort',
    'alton towers',
    'Zoo World',
  ])
})
