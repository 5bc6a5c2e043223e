import { clockTime } from './park-time.ts'

/** "6 pm" for `18:00`. */
export const timeWords = (time: string): string => clockTime(new Date(`1970-01-01T${time}:00Z`), 'UTC')
