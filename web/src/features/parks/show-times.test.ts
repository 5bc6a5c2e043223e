import type { ParkShows } from '@walkon/contracts/http/park-day'
import { expect, test } from 'vitest'
import { MAGIC_KINGDOM } from '../../test/samples.ts'
import { showsToday } from './show-times.ts'

const NOW = new Date('2026-04-14T18:00:00Z')

let count = 0
const aShow = (name: string, ...starts: string[]): ParkShows['shows'][number] => ({
  id: `00000000-0000-4000-9000-${String(++count).padStart(12, '0')}`,
  name,
  slug: null,
  location: null,
  status: 'OPERATING',
  waitMinutes: null,
  times: starts.map((startsAt) => ({ type: 'Performance Time', startsAt, endsAt: null })),
  nextStartsAt: null,
})
const today = (...shows: ParkShows['shows']) =>
  showsToday(
    { parkId: MAGIC_KINGDOM, readAt: NOW.toISOString(), isOpen: true, isStale: false, shows },
    NOW,
    'America/New_York',
  )

test('the show that begins next is first, then later ones, then what is over, then what has no times', () => {
  const shows = today(
    aShow('Without times'),
    aShow('Over', '2026-04-14T15:00:00Z'),
    aShow('Later', '2026-04-14T23:00:00Z'),
    aShow('Next', '2026-04-14T15:00:00Z', '2026-04-14T18:30:00Z'),
  )
  expect(shows.map(({ name }) => name)).toEqual(['Next', 'Later', 'Over', 'Without times'])
})

test('the times of a show are over, next and later, in order', () => {
  const [show] = today(
    aShow('Parade', '2026-04-14T22:00:00Z', '2026-04-14T18:30:00Z', '2026-04-14T18:00:00Z'),
  )
  expect(show?.times.map(({ is }) => is)).toEqual(['over', 'next', 'later'])
})

test('a show after midnight belongs to the evening before, and times of the next day are left out', () => {
  const [show] = today(
    aShow('Fireworks', '2026-04-15T04:30:00Z', '2026-04-15T18:30:00Z', '2026-04-14T07:00:00Z'),
  )
  expect(show?.times.map(({ startsAt }) => startsAt.toISOString())).toEqual(['2026-04-15T04:30:00.000Z'])
})
