/** The minutes from which waits are moderate and long. */
export type WaitScale = { moderateFrom: number; longFrom: number }

/** The scale of every park board (core, section 4). */
export const BOARD_SCALE: WaitScale = { moderateFrom: 20, longFrom: 45 }
