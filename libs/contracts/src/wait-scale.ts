/** Where moderate and long waits begin, in minutes. */
export type WaitScale = { moderateFrom: number; longFrom: number }

/** Of every board of a park (core, section 4). */
export const BOARD_SCALE: WaitScale = { moderateFrom: 20, longFrom: 45 }
