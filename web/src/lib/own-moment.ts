import { dayWords } from './day-words.ts'

/** "Apr 14, 2026, 2:41 pm": an instant by the clock of this computer. */
export const ownMoment = (instant: string, seconds?: 'with-seconds'): string => {
  const timeStyle = seconds ? 'medium' : 'short'
  return `${dayWords(instant)}, ${new Date(instant).toLocaleTimeString('en-US', { timeStyle }).toLowerCase()}`
}
