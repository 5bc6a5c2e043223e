import type { LiveRide } from '@walkon/contracts/http/parks'
import { findBestGone, isNews, wantedOf } from '@walkon/contracts/lead-ride'
import { toZonedClock } from '@walkon/contracts/park-time'
import { BOARD_SCALE } from '@walkon/contracts/wait-scale'
import { escaped } from '../http/escaped.ts'
import { toDrawableName } from './drawable-name.ts'
import type { Park } from './park-list.ts'

/** The size that sites show a shared link's picture in. */
export const WIDTH = 1200
export const HEIGHT = 630

/** How many rides fit below each other. */
const ROWS = 4
/** The picture shows the shortest waits among so many of the most popular rides; minor rides are always short. */
const POPULAR = 12
const LONGEST_NAME = 36

/** Colours of the light theme (web/src/styles/tokens.css), and the widths by which a short wait is wide. */
const BANDS = {
  short: { color: '#0a663a', stretch: 'expanded', weight: 800 },
  moderate: { color: '#8c4f00', stretch: 'normal', weight: 600 },
  long: { color: '#ab2318', stretch: 'extra-condensed', weight: 650 },
}

export type SharedBoard = { park: Park; rides: LiveRide[]; readAt: Date }

/**
 * A park's board as an SVG of 1200 by 630: how many rides are short, and the shortest waits of its popular ones that the typeface can name. Null
 * for a board without a wait, and for a park whose name it cannot draw.
 */
export function toParkPicture({ park, rides, readAt }: SharedBoard): string | null {
  const running = rides.filter(isRunning)
  const parkName = toDrawableName(park.name)
  if (running.length === 0 || parkName === null) return null
  const name = shortened(parkName, 30)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="Archivo SemiBold" fill="#15192d">
<rect width="100%" height="100%" fill="#f5efe2"/>
<rect width="100%" height="12" fill="#0a663a"/>
${text(80, 84, 34, 'expanded', 800, 'Walkon')}<path transform="translate(242 58) scale(1.1)" d="M0 0h12l13 13-13 13H0z" fill="#0a663a"/>
<g text-anchor="end">${text(1120, 84, 28, 'normal', 600, `Wait times at ${toZonedClock(readAt, park.timezone)}`)}</g>
${text(78, 178, name.length > 22 ? 56 : 72, 'normal', 600, name)}
${toBoard(running)}
</svg>`
}

function toBoard(running: Running[]): string {
  const drawable = running.flatMap(toDrawable)
  if (drawable.length === 0) return toCount(running)
  const rows = drawable
    .toSorted((one, other) => other.popularity - one.popularity)
    .slice(0, POPULAR)
    .toSorted((one, other) => one.waitMinutes - other.waitMinutes)
    .slice(0, ROWS)
  return `${text(80, 226, 30, 'normal', 600, sentenceOver(rows, drawable))}
${rows.map((ride, row) => toRow(ride, 262 + row * 86)).join('\n')}`
}

/** The short rides of a park in another script, none of which could be named. */
function toCount(running: Running[]): string {
  const short = running.filter((ride) => bandOf(ride) === 'short').length
  const { color, stretch, weight } = BANDS[short > 0 ? 'short' : 'moderate']
  const limit = `under ${BOARD_SCALE.moderateFrom} min right now`
  return `<g fill="${color}">${text(74, 430, 220, stretch, weight, `${short}`)}</g>
${text(80, 510, 44, 'normal', 600, `of ${running.length} rides ${short === 1 ? 'is' : 'are'} ${limit}`)}`
}

/** Says "short" only over rides that are. Without news, as on the home page, today's best moment that is gone. */
function sentenceOver(rows: Running[], running: Running[]): string {
  const wanted = wantedOf(running)
  const short = running.filter((ride) => bandOf(ride) === 'short')
  const limit = `under ${BOARD_SCALE.moderateFrom} min right now`
  if (rows.every((ride) => short.includes(ride)))
    return `${short.length} ${short.length === 1 ? 'ride is' : 'rides are'} ${limit}`
  const shown = rows.filter((ride) => short.includes(ride))
  if (shown.some((ride) => isNews(ride, wanted)))
    return `${shown.length} of the big rides ${shown.length === 1 ? 'is' : 'are'} ${limit}`
  const gone = findBestGone(wanted)
  return gone
    ? `Today’s best so far: ${gone.waitMinutes} min at ${shortened(gone.ride.name, LONGEST_NAME)}`
    : 'The shortest waits of the big rides right now'
}

function toDrawable(ride: Running): Running[] {
  const name = toDrawableName(ride.name)
  return name === null ? [] : [{ ...ride, name }]
}

type Running = LiveRide & { waitMinutes: number }

const isRunning = (ride: LiveRide): ride is Running =>
  ride.status === 'OPERATING' && ride.waitMinutes !== null

function bandOf({ waitMinutes }: Running): keyof typeof BANDS {
  if (waitMinutes < BOARD_SCALE.moderateFrom) return 'short'
  return waitMinutes < BOARD_SCALE.longFrom ? 'moderate' : 'long'
}

function toRow(ride: Running, top: number): string {
  const { color, stretch, weight } = BANDS[bandOf(ride)]
  const wait = ride.waitMinutes === 0 ? 'Walk on' : `${ride.waitMinutes} min`
  return `<path d="M80 ${top}H1120" stroke="#d6ccb6" stroke-width="2"/>
<g fill="${color}">${text(80, top + 60, 52, stretch, weight, wait)}</g>
${text(380, top + 58, 40, 'normal', 600, shortened(ride.name, LONGEST_NAME))}`
}

const text = (x: number, y: number, size: number, stretch: string, weight: number, words: string) =>
  `<text x="${x}" y="${y}" font-size="${size}" font-stretch="${stretch}" font-weight="${weight}">${escaped(words)}</text>`

const shortened = (name: string, longest: number) =>
  name.length > longest ? `${name.slice(0, longest - 1).trimEnd()}…` : name
