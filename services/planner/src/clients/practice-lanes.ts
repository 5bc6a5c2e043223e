import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

/** Books return times. The port of Lightning Lane Assist: no park operator offers one, so the only provider practises. */
export type LaneProvider = {
  name: string
  /** True if nothing is booked at the park. */
  isPractice: boolean
  book(booking: { id: string }): Promise<'confirmed' | 'pending'>
}

const CONFIRMED_SHARE = 0.9

/** Takes `takesMs` for a booking and confirms about nine of ten; which ones follows from the seed and the booking's id. */
export const createPracticeLanes = ({ seed, takesMs }: { seed: string; takesMs: number }): LaneProvider => ({
  name: 'practice',
  isPractice: true,
  async book({ id }) {
    await wait(takesMs)
    const share = createHash('sha256').update(`${seed}:${id}`).digest().readUInt32BE() / 2 ** 32
    return share < CONFIRMED_SHARE ? 'confirmed' : 'pending'
  },
})
