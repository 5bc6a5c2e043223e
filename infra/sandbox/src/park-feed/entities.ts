import { toSlug, type Attraction, type Park } from '../catalog/park.ts'
import { destinations, type Entity } from '../catalog/catalog.ts'

/** The parts of the feed that hardly ever change. */

export function destinationsBody() {
  return {
    destinations: destinations.map(({ id, name, slug, externalId, parks }) => ({
      id,
      name,
      slug,
      externalId,
      parks: parks.map((park) => ({ id: park.id, name: park.name })),
    })),
  }
}

export function entityBody(entity: Entity) {
  const { destination } = entity
  switch (entity.type) {
    case 'DESTINATION':
      return { ...headOf(entity), parentId: null, slug: destination.slug, externalId: destination.externalId }
    case 'PARK': {
      const { slug, location } = entity.park
      const parents = { parentId: destination.id, destinationId: destination.id }
      return {
        ...headOf(entity),
        ...parents,
        slug,
        externalId: slug,
        location: { ...location, pointsOfInterest: [] },
      }
    }
    case 'ATTRACTION': {
      const { attraction, park } = entity
      return {
        ...headOf(entity),
        ...(attraction.entityType === 'ATTRACTION' && { attractionType: attractionTypeOf(attraction) }),
        parentId: park.id,
        parkId: park.id,
        destinationId: destination.id,
        slug: toSlug(attraction.name) || null,
        externalId: attraction.id.slice(0, 8),
        location: park.location,
      }
    }
    default:
      return entity satisfies never
  }
}

/** The beginning of every answer about an entity. */
export function headOf(entity: Entity) {
  const { id, destination } = entity
  switch (entity.type) {
    case 'DESTINATION':
      return { id, name: destination.name, entityType: 'DESTINATION', timezone: destination.timezone }
    case 'PARK':
      return { id, name: entity.park.name, entityType: 'PARK', timezone: entity.park.timezone }
    case 'ATTRACTION': {
      const { name, entityType } = entity.attraction
      return { id, name, entityType, timezone: entity.park.timezone }
    }
    default:
      return entity satisfies never
  }
}

export function parkChild({ id, name, slug, destinationId, location }: Park) {
  return { id, name, entityType: 'PARK', externalId: slug, parentId: destinationId, slug, location }
}

export function attractionChildren(park: Park) {
  return park.attractions.map(({ id, name, entityType }) => ({
    id,
    name,
    entityType,
    externalId: id.slice(0, 8),
    parentId: park.id,
    slug: toSlug(name) || null,
    location: park.location,
  }))
}

function attractionTypeOf({ posting }: Attraction): string {
  return posting.kind === 'wait' ? 'RIDE' : 'OTHER'
}
