import { disneyland } from './disneyland.ts'
import { disneylandParis, tokyoDisneyResort } from './parks-abroad.ts'
import { toSlug, type Attraction, type Destination, type Park } from './park.ts'
import {
  buschGardensTampa,
  cedarPoint,
  greatAdventure,
  knottsBerryFarm,
  magicMountain,
  seaWorldOrlando,
} from './regional.ts'
import { universalHollywood, universalOrlando } from './universal.ts'
import { waltDisneyWorld } from './walt-disney-world.ts'

export const destinations: Destination[] = [
  waltDisneyWorld,
  disneyland,
  universalOrlando,
  universalHollywood,
  magicMountain,
  cedarPoint,
  seaWorldOrlando,
  buschGardensTampa,
  knottsBerryFarm,
  greatAdventure,
  disneylandParis,
  tokyoDisneyResort,
]

export const parks: Park[] = destinations.flatMap((destination) => destination.parks)

export type Entity =
  | { type: 'DESTINATION'; id: string; destination: Destination }
  | { type: 'PARK'; id: string; park: Park; destination: Destination }
  | { type: 'ATTRACTION'; id: string; attraction: Attraction; park: Park; destination: Destination }

/** By UUID or slug; a destination also by its external id. */
export function findEntity(key: string): Entity | undefined {
  return byKey.get(key)
}

/** Where two parks have a ride of the same name, the slug leads to the first of them. A name without a Latin letter has no slug. */
const byKey = new Map<string, Entity>()

function register(entity: Entity, ...otherKeys: string[]): void {
  byKey.set(entity.id, entity)
  for (const key of otherKeys) if (key !== '' && !byKey.has(key)) byKey.set(key, entity)
}

for (const destination of destinations) {
  const { id, slug, externalId } = destination
  register({ type: 'DESTINATION', id, destination }, slug, externalId)
}
for (const destination of destinations) {
  for (const park of destination.parks) register({ type: 'PARK', id: park.id, park, destination }, park.slug)
}
for (const destination of destinations) {
  for (const park of destination.parks) {
    for (const attraction of park.attractions) {
      register(
        { type: 'ATTRACTION', id: attraction.id, attraction, park, destination },
        toSlug(attraction.name),
      )
    }
  }
}
