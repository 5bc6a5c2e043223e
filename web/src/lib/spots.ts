import type { ShapeName } from '../ui/shape.tsx'

/** 'Only N spots left' is said below this (core, section 9). */
const FEW_SPOTS = 100
/** The dots of the parks: green above 20, amber above 10, otherwise red. */
const GREEN_ABOVE = 20
const AMBER_ABOVE = 10

export const spotsWords = (spots: number): string =>
  spots < FEW_SPOTS ? `Only ${spots} spots left` : `${spots} spots left today`

/** The dot of a park, in the colors of the bands: green, amber, red. */
export function spotsShape(spots: number): ShapeName {
  if (spots > GREEN_ABOVE) return 'short'
  return spots > AMBER_ABOVE ? 'moderate' : 'long'
}
