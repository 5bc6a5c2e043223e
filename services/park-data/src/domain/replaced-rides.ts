import { foldName } from '@walkon/contracts/folded-name'

/** Upstream gives a ride another id from time to time. Names are not unique, so only a name that one old and one new ride have is a match. */

type NamedRide = { id: string; name: string }

export type Replacement = { oldId: string; newId: string }

/** The rides that have gone from list and live rows, beside the new ones of the same park that are the same rides. */
export function matchReplacements(gone: NamedRide[], fresh: NamedRide[]): Replacement[] {
  const [goneByName, freshByName] = [gone, fresh].map((rides) =>
    Map.groupBy(rides, ({ name }) => foldName(name)),
  )
  return [...(goneByName ?? [])].flatMap(([name, olds]) => {
    const news = freshByName?.get(name) ?? []
    const [[old, ...otherOlds], [fit, ...otherNews]] = [olds, news]
    return old && fit && otherOlds.length + otherNews.length === 0 ? [{ oldId: old.id, newId: fit.id }] : []
  })
}
