import type { Letter } from '@walkon/contracts/letter'
import { oneLine } from '@walkon/contracts/plain-text'

export type GoneRidesOfPark = {
  subscriptionId: string
  parkId: string
  parkName: string
  timezone: string
  /** By name. */
  rideNames: string[]
  /** How many rides of the park are still watched. */
  watchedCount: number
}

/** A paragraph has room for so many of the longest names. */
const NAMED = 3

/** Says that the feed lists rides no more that the visitor chose, so that none of them can alert, and asks to choose again. */
export function toGoneRidesLetter(gone: GoneRidesOfPark): Letter {
  const { subscriptionId, parkId, parkName, timezone, rideNames, watchedCount } = gone
  const park = oneLine(parkName)
  const [first = 'A ride', ...others] = rideNames.map((name) => oneLine(name))
  const count = rideNames.length
  const subject =
    others.length === 0
      ? `${first} is no longer listed`
      : `${count} of your rides at ${park} are no longer listed`
  const [it, has, they] = count === 1 ? ['it', 'It has', 'it'] : ['them', 'They have', 'they']
  const left =
    watchedCount === 0
      ? `You watch no other ride at ${park} now. Choose again to get alerts.`
      : `We’re still watching your other ${watchedCount === 1 ? 'ride' : `${watchedCount} rides`} at ${park}. Choose again if ${they} came back under another name.`
  return {
    kind: 'letter',
    name: 'rides-gone',
    subscriptionId,
    park: { parkId, timezone },
    subject,
    preheader: `${has} left the list of rides at ${park}, so we can’t watch ${it}.`,
    about: [park, 'Your rides'],
    heading: subject,
    paragraphs: [
      `${toNames([first, ...others])} ${count === 1 ? 'has' : 'have'} left the list of rides that ${park} publishes, perhaps for good, so we can’t watch ${it}.`,
      left,
    ],
    action: { label: 'Choose your rides', page: 'manage-alerts' },
    reason: `You’re getting this because you chose ${count === 1 ? 'this ride' : 'these rides'} at ${park}.`,
    shortText: `${count === 1 ? 'A ride that you chose is' : `${count} rides that you chose are`} no longer listed. Choose again.`,
  }
}

function toNames(names: string[]): string {
  const shown = names.slice(0, NAMED)
  const more = names.length - shown.length
  if (more > 0) return `${shown.join(', ')} and ${more} more`
  const last = shown.pop() ?? ''
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`
}
