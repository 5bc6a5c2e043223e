import { Temporal } from 'temporal-polyfill'
import type { Entity } from '../catalog/catalog.ts'
import type { Park } from '../catalog/park.ts'
import { openingsOn, parkDateOf, toLocalText } from '../simulation/park-hours.ts'
import { findRecording } from '../state/recordings.ts'
import type { Store } from '../state/store.ts'
import { headOf } from './entities.ts'
import { recordedList } from './recorded.ts'

type Sources = { store: Store; alwaysOpen: boolean; now: Date }

/** A calendar month, or null for today and the 30 days after it. */
type Month = { year: number; month: number } | null

export function scheduleBody(sources: Sources, entity: Entity, month: Month) {
  if (entity.type !== 'DESTINATION') {
    return { ...headOf(entity), schedule: scheduleOf(sources, entity.park, month) }
  }
  const parks = entity.destination.parks.map((park) => ({
    ...headOf({ type: 'PARK', id: park.id, park, destination: entity.destination }),
    schedule: scheduleOf(sources, park, month),
  }))
  return { ...headOf(entity), parks }
}

function scheduleOf({ store, alwaysOpen, now }: Sources, park: Park, month: Month): unknown[] {
  const recording = findRecording(store, park.id, 'schedule')
  const recorded = recording && recordedList(recording.body, 'schedule')
  if (recorded) return recorded

  return datesOf(park, month, now)
    .flatMap((date) => openingsOn(park, date, alwaysOpen))
    .map(({ date, type, description, opens, closes }) => ({
      date: date.toString(),
      type,
      ...(description && { description }),
      openingTime: toLocalText(opens),
      closingTime: toLocalText(closes),
    }))
}

function datesOf(park: Park, month: Month, now: Date): Temporal.PlainDate[] {
  const first = month ? Temporal.PlainDate.from({ ...month, day: 1 }) : parkDateOf(park, now)
  const count = month ? first.daysInMonth : 31
  return Array.from({ length: count }, (_, days) => first.add({ days }))
}
